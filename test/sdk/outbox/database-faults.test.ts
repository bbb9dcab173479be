import { EventDelivery } from '@event-delivery/sdk'
import { createOutbox, type RelayPause } from '@event-delivery/sdk/outbox'
import { expect, test } from 'vitest'
import { recordingLogger } from '../client'

const coded = (code: string, message = 'words of the server') => Object.assign(new Error(message), { code })

/** Runs a relay whose statements fail with an error until it pauses. Resolves to the line of the log and the reason. */
async function pauseOf(error: Error): Promise<{ line: string; reason: string }> {
  const fail = () => Promise.reject(error)
  const stop = new AbortController()
  let pause: RelayPause | undefined
  const { lines, logger } = recordingLogger()
  // A clock that fires at once, but for the limits of statements.
  const schedule = (callback: () => void, ms: number) => {
    const timer = ms < 15_000 ? setImmediate(callback) : undefined
    return () => clearImmediate(timer)
  }
  const outbox = createOutbox({
    pool: { query: fail, connect: fail },
    logger,
    clock: { now: () => 0, schedule },
  })
  const client = new EventDelivery({ apiKey: 'sk_test_mock', baseUrl: 'https://service.test' })
  const onPaused = (seen: RelayPause) => {
    pause = seen
    stop.abort()
  }
  await outbox.relay(client, { signal: stop.signal, listen: false, onPaused })
  return { line: String(lines[0]), reason: pause?.reason ?? '' }
}

test.each([
  ['the database cannot be reached', coded('ECONNREFUSED')],
  ['the database cannot be reached', coded('57P01')],
  ['the database cannot be reached', coded('08006')],
  ['the database cannot be reached', new Error('Connection terminated unexpectedly')],
  ['the database gave a transaction up in favour of another one', coded('40001')],
  ['the database takes no writes, as a standby does', coded('25006')],
  ['the database refuses the login', coded('28P01')],
  ['the database has no connection left', coded('53300')],
  ['the database has run out of a resource', coded('53100')],
  ['the database cancelled a statement', coded('57014')],
  ['the database answers with an error', coded('ZZ999')],
  ['the database cannot be used', new TypeError('query is not iterable')],
])('where %s, a relay that pauses says so (%s)', async (what, error) => {
  const { line, reason } = await pauseOf(error)
  expect(line).toContain(`The relay pauses, since ${what}: ${error.message}`)
  expect(line).toContain('code' in error ? `(${String(error.code)})` : error.message)
  expect(reason).toBe('database')
})

test('a refused connection to a host with several addresses, which has no message of its own, is told by the first one', async () => {
  const refused = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]), {
    code: 'ECONNREFUSED',
  })
  expect((await pauseOf(refused)).line).toContain('cannot be reached: connect ECONNREFUSED ::1:5432')
})
