import { checksOf } from '../checks-of'
import fc from 'fast-check'
import { validateEventCreate, validateWebhookCreate } from '../../../../generated/request-validators'
import { createUnlessTooLarge } from '../../probes/sizes'
import { expectRefusal, wherePossible } from '../../probes/expect'
import { permittedWebhookKey } from '../../probes/webhook-hosts'
import { Violation, type Check, type Context } from '../../engine/check'

const base = {
  level: 'must',
  mode: 'non-disruptive',
  needs: ['event-key'],
  timeLimit: 60_000,
  requests: ({ requests, writes }, { samples = writes }) => ({
    requests: requests - writes + samples,
    writes: samples,
  }),
} as const satisfies Partial<Check>

// All values stay modest: the interface does not say how deep, how large and how precise JSON may be.
const word = fc.string({ unit: 'grapheme', maxLength: 24 })
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 100),
)
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(word, number, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(word, tie('value'), { maxKeys: 4 }),
  ),
})).value
const payload = fc.dictionary(word, json, { maxKeys: 5 })

const noString = fc.oneof(number, fc.boolean(), fc.constant(null), fc.array(word, { maxLength: 2 }), payload)
// `fc.webUrl` takes a second of every start to build.
const insecureUrl = fc
  .tuple(fc.constantFrom('http', 'ftp', 'HTTP', 'ws'), fc.domain(), word)
  .map(([scheme, host, path]) => `${scheme}://${host}/${encodeURIComponent(path)}`)

/** Bodies that a rule of the interface forbids, whatever else they hold. */
const invalidEvent = fc
  .oneof(fc.record({ type: noString, data: payload }), fc.record({ data: payload }))
  .map((body) => ({ operation: 'createEvent', validate: validateEventCreate, body }) as const)
const invalidWebhook = fc
  .oneof(
    fc.record({ url: insecureUrl, events: fc.constant(['order.paid']), description: word }),
    fc.record({ events: fc.constant(['*']), description: word }),
  )
  .map((body) => ({ operation: 'createWebhook', validate: validateWebhookCreate, body }) as const)

/** Random requests of the document's schemas, and random ones that a rule forbids. */
export const randomRequestChecks = checksOf(base, [
  {
    id: 'random-events-come-back',
    title: 'any event that the document allows is created and comes back equal',
    rules: ['EV-3', 'EV-8', 'EV-10'],
    run: (context) =>
      expectForAll(context, fc.record({ ending: word, data: payload }), async ({ ending, data }) => {
        const type = `${context.unique('random')}.${ending}`
        const input = { type, data: { ...data, run: context.prefix } }
        // A request that the document forbids would prove nothing.
        if (!validateEventCreate(input)) return
        // The event that comes back is held against the input. The interface does not say how large a payload may be.
        await createUnlessTooLarge(context, context.eventKey(), input)
      }),
  },
  {
    id: 'random-invalid-requests-are-refused',
    title: 'a request that a rule forbids is 400 invalid_request, whatever else it holds',
    rules: ['ER-3'],
    async run(context) {
      // A key that may not have webhooks is refused for that, whatever the request holds.
      const webhookKey = await wherePossible(permittedWebhookKey(context))
      const keys = { createEvent: context.eventKey(), createWebhook: webhookKey }
      const requests = webhookKey ? fc.oneof(invalidEvent, invalidWebhook) : invalidEvent
      return expectForAll(context, requests, async ({ operation, validate, body }) => {
        if (validate(body)) return
        const answer = await context.call(operation, { key: keys[operation], body })
        // A body may be refused for its size, whatever else it holds.
        if (answer.status !== 413) expectRefusal(answer, 'ER-3', `An invalid body of ${operation}`)
      })
    },
  },
])

/** Requests that the search for a smaller counterexample may take. */
const mostWhileShrinking = 60

/**
 * Judges random requests, shrinks the first that fails and sends the smallest once more before it is blamed. Resolves to
 * what was done; throws the `Violation` of the smallest request. Both say the seed.
 */
async function expectForAll<T>(
  context: Context,
  requests: fc.Arbitrary<T>,
  judge: (request: T) => Promise<void>,
): Promise<string> {
  const { seed, samples: numRuns } = context.settings
  let stopped: { reason: unknown } | undefined
  let first: Violation | undefined
  let shrinking = 0
  const errorOf = (request: T): Promise<unknown> =>
    judge(request).then(
      () => undefined,
      (error: unknown) => error,
    )

  const holds = async (request: T): Promise<boolean> => {
    if (stopped || (first && (shrinking += 1) > mostWhileShrinking)) return true
    const error = await errorOf(request)
    if (error instanceof Violation) first ??= error
    // A request without an answer, or of an interrupted run, is no counterexample.
    else if (error !== undefined) stopped = { reason: error }
    return !(error instanceof Violation)
  }
  const { counterexample, numRuns: made } = await fc.check(fc.asyncProperty(requests, holds), {
    seed,
    numRuns,
    // A counterexample that was found at the cost of requests is kept when the run ends early.
    endOnFailure: false,
  })
  if (!first) {
    if (stopped) throw stopped.reason
    return `${made} random requests, seed ${seed}.`
  }
  const smallest = counterexample && (await errorOf(counterexample[0]))
  const isSteady = smallest instanceof Violation
  const { rules, message, details }: Violation = isSteady ? smallest : first
  const doubt = isSteady ? '' : ' It did not happen again at once.'
  throw new Violation(rules, `${message}${doubt} --seed ${seed} repeats it.`, details)
}
