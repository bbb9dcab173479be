import { CouldNotRun, NotApplicable } from '../engine/outcome'
import { errorOf, isSuccess } from './answers'
import { expectThat } from './expect'
import { isLoopback } from '../wire/loopback'
import { makesTestData } from '../engine/key'
import { unknownKey } from './identifiers'
import type { Answer } from '../wire/client'
import type { ApiRequest } from '../engine/paced-client'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** Fails with AU-2 where a list, or with `writes` a creation, succeeds over plain HTTP. */
export async function expectPlainHttpToFail(context: Context, writes: boolean): Promise<void> {
  const { protocol, hostname } = new URL(context.baseUrl)
  if (protocol === 'http:') {
    throw new NotApplicable('The base URL is plain HTTP on loopback.', '--base-url https://...')
  }
  // No secret may cross a network in the clear. Loopback is no network.
  const unknown: Key = { kind: 'invalid', value: unknownKey('sk_test_'), label: '' }
  const testKey = isLoopback(hostname) ? context.usableKeys().find(makesTestData) : undefined
  const refused = await askInTheClear(context, testKey ?? unknown)
  if (writes) await writeInTheClear(context, unknown)
  if (testKey || refused?.status !== 401) return
  const secure = await context.call('listEvents', { key: unknown, query: { limit: 1 } })
  if (secure.status !== 401 || errorOf(secure)?.code !== errorOf(refused)?.code) return
  throw new NotApplicable(
    'Over plain HTTP a key that nobody has is refused as over HTTPS, and no other one is sent in the clear.',
    'a request by hand, with a key that is deleted afterwards',
  )
}

/** Asks for a list over plain HTTP, to the port of HTTPS as well, and resolves to the first refusal. */
async function askInTheClear(context: Context, key: Key): Promise<Answer | undefined> {
  const answers = await sendInTheClear(context, { method: 'GET', path: '/v1/events?limit=1', key })
  return answers[0]
}

/** Tries to create an event over plain HTTP: a gate may stand before GET alone. No key that anybody has is sent. */
async function writeInTheClear(context: Context, key: Key): Promise<void> {
  const body = { type: `${context.prefix}.clear`, data: {} }
  await sendInTheClear(context, { method: 'POST', path: '/v1/events', key, body })
}

/** Sends a request over plain HTTP to each port that may take it; fails with AU-2 where it succeeds. */
async function sendInTheClear(context: Context, sent: ApiRequest): Promise<Answer[]> {
  const { hostname, port } = new URL(context.baseUrl)
  const origins = port ? [`http://${hostname}:${port}`] : [`http://${hostname}`, `http://${hostname}:443`]
  const refused: Answer[] = []
  for (const origin of origins) {
    try {
      const answer = await context.send({ ...sent, origin })
      const message = `A ${sent.method} over plain HTTP was answered by ${answer.status}.`
      const expected = 'a refused connection, a redirect or a refusal'
      expectThat(!isSuccess(answer), 'AU-2', message, { expected, answer })
      refused.push(answer)
    } catch (error) {
      // Most deployments fail a plain request by giving no answer at all.
      if (!(error instanceof CouldNotRun)) throw error
    }
  }
  return refused
}
