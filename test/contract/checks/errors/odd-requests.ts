import { operations, type OperationId } from '../../../../generated/operations'
import { brokenEncoding, oddEvents, oddPaths, oddQueries, oddWebhooks, type Oddity } from './oddities'
import { discard, permittedWebhookKey } from '../../probes/webhook-hosts'
import { expectThat } from '../../probes/expect'
import { NoAnswer, Violation, type Check, type Context, type Key } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'] } as const

/** Bodies of a creation that are no event. Which 4xx they get is open, but neither a success nor a 5xx will do. */
const malformed: readonly { name: string; raw: string; contentType?: string; quick?: true }[] = [
  { name: 'truncated-json', raw: '{"type":"edc.malformed","data":{', quick: true },
  { name: 'empty-body', raw: '' },
  { name: 'list-as-body', raw: '[]' },
  { name: 'null-as-body', raw: 'null' },
  { name: 'text-as-body', raw: '"event"' },
  { name: 'number-as-body', raw: '42' },
  { name: 'no-json', raw: 'type=edc.malformed', contentType: 'application/x-www-form-urlencoded' },
]

/** A check that sends odd requests, with these requests and the key by which they are sent. */
type OddCheck = Pick<Check, 'id' | 'title'> &
  Partial<Pick<Check, 'mode' | 'needs'>> & {
    oddities: readonly Oddity[]
    keyOf?: (context: Context) => Key | Promise<Key>
  }

/** Requests of which the interface says nothing: any answer will do but a server error. */
const odd: readonly OddCheck[] = [
  {
    id: 'no-server-error-in-lists',
    title: 'no server error: odd limits, cursors and keys of a list',
    oddities: oddQueries,
    mode: 'read-only',
    needs: ['any-key'],
    keyOf: (context) => context.anyKey(),
  },
  {
    id: 'no-server-error-at-odd-paths',
    title: 'no server error: odd paths, ids and methods',
    oddities: oddPaths,
  },
  {
    id: 'no-server-error-id-bad-encoding',
    title: 'no server error: an id of broken percent-encoding',
    oddities: [brokenEncoding],
  },
  { id: 'no-server-error-in-events', title: 'no server error: odd events', oddities: oddEvents },
  {
    id: 'no-server-error-in-webhooks',
    title: 'no server error: odd url, events and description of a webhook',
    oddities: oddWebhooks,
    needs: ['webhook-key'],
    keyOf: permittedWebhookKey,
  },
]

/** Requests that are malformed or merely odd: none is answered by a server error. */
export const oddRequestChecks: readonly Check[] = [
  ...malformed.map(({ name, quick, ...body }): Check => ({
    ...base,
    quick,
    id: `malformed-event-${name}`,
    title: `a malformed request creates nothing and is no server error: ${name.replaceAll('-', ' ')}`,
    rules: ['ER-5', 'GN-2'],
    async run(context) {
      const answer = await context.call('createEvent', { key: context.eventKey(), ...body })
      const message = `A malformed request was answered by ${answer.status}.`
      expectThat(answer.status >= 400, 'GN-2', message, { expected: 'a 4xx', answer })
    },
  })),
  {
    ...base,
    id: 'malformed-request-without-a-key',
    title: 'a malformed request without a key is refused, and is no server error',
    rules: ['AU-3', 'ER-5'],
    needs: [],
    async run(context) {
      await context.each(malformed, async ({ name, raw, contentType }) => {
        for (const operation of ['createEvent', 'createWebhook'] as const) {
          // Whether the key or the body is looked at first is not shown.
          const answer = await context.call(operation, { key: null, raw, contentType })
          const message = `A malformed request without a key was answered by ${answer.status}: ${name}.`
          expectThat(answer.status >= 400, 'AU-3', message, { expected: 'a 4xx', answer })
        }
      })
    },
  },
  ...odd.map(({ oddities, keyOf = (context: Context) => context.eventKey(), ...own }): Check => ({
    ...base,
    rules: ['ER-5'],
    timeLimit: 90_000,
    ...own,
    run: async (context) => expectNoServerError(context, await keyOf(context), oddities),
  })),
]

/**
 * Sends each of the requests, and fails with the names of those that were answered by a server error. One that gets no answer
 * leaves the check without a judgement, unless another one fails it.
 */
async function expectNoServerError(context: Context, key: Key, oddities: readonly Oddity[]): Promise<string> {
  const statuses = new Map<string, number>()
  const broken = new Map<string, Violation>()
  let unanswered: NoAnswer | undefined
  await context.each(oddities, async ({ name, request }) => {
    try {
      const sent = { method: 'GET', path: '/', key, ...(await request(context)) }
      const operation = operationOf(sent)
      // The document blames each server error on ER-5, which this check judges.
      const answer = await context.send(sent, operation)
      if (operation === 'createWebhook' && sent.key !== null) await discard(context, sent.key, answer)
      statuses.set(name, answer.status)
    } catch (error) {
      if (error instanceof Violation) broken.set(name, error)
      else if (error instanceof NoAnswer) unanswered ??= error
      else throw error
    }
  })
  // Two runs say the same in the same order, whichever answer came first.
  const names = oddities.map(({ name }) => name)
  const [first, ...others] = names.filter((name) => broken.has(name))
  const violation = first === undefined ? undefined : broken.get(first)
  if (violation) {
    const message = `Odd requests were answered by a server error: ${[first, ...others].join(', ')}.`
    throw new Violation(violation.rules, message, violation.details)
  }
  if (unanswered) throw unanswered
  const seen = names.filter((name) => statuses.has(name)).map((name) => `${name}: ${statuses.get(name)}`)
  return `${seen.join(', ')}.`
}

/** The operation of the document that a request addresses, so that its answer is held against it. */
function operationOf({ method, path }: { method: string; path: string }): OperationId | undefined {
  const [pathname] = path.split('?')
  return Object.values(operations).find((one) => one.method === method && one.path === pathname)?.id
}
