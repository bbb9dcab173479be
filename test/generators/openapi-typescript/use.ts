import createClient from 'openapi-fetch'
import type { components, paths } from './made/control'

type IsAny<T> = 0 extends 1 & T ? true : false
type Attempt = components['schemas']['Attempt']
export const isAny: IsAny<Attempt> = false

/** Moves the clock of a mock, and waits for the attempt to deliver that follows. */
export async function nextAttempt(baseUrl: string): Promise<Attempt | undefined> {
  const mock = createClient<paths>({ baseUrl })
  await mock.POST('/__mock/clock/advance', { body: { hours: 1 } })
  // @ts-expect-error An hour is a number.
  await mock.POST('/__mock/clock/advance', { body: { hours: 'one' } })
  const { data, error } = await mock.GET('/__mock/deliveries/next', {
    params: { query: { outcome: 'failed' } },
  })
  if (error) throw new Error(error.error.message)
  return data
}
