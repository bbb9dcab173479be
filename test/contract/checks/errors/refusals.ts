import { checksOf } from '../checks-of'
import { absentId } from '../../probes/identifiers'
import { events, operationsOnOne, webhooks } from '../../probes/kinds'
import {
  discard,
  newAddress,
  newWebhookUrl,
  permittedWebhookKey,
  registeringKeys,
  webhookKey,
} from '../../probes/webhook-hosts'
import {
  errorOf,
  expectRefusal,
  expectThat,
  isSuccess,
  notFound,
  type Refusal,
  wherePossible,
} from '../../probes/expect'
import { sampleWebhook } from '../../probes/deletions'
import { operations } from '../../../../generated/operations'
import { NotApplicable, type Answer, type Check, type Context } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'] } as const

/** Types of an event that no reading of the interface allows. */
const invalidTypes: readonly { name: string; type: (unique: string) => unknown }[] = [
  { name: 'type-is-a-number', type: () => 42 },
  { name: 'type-is-null', type: () => null },
  { name: 'type-is-an-object', type: (unique) => ({ name: unique }) },
  { name: 'type-is-a-list', type: (unique) => [unique] },
  { name: 'type-is-a-boolean', type: () => true },
]

/** A refusal that the interface describes, and the rules that describe it. */
interface Wanted {
  /** The id of the check that asks for it with each key. */
  id?: string
  operation: 'createEvent' | 'createWebhook'
  /** Bodies that are refused in this way. The checks of what refusals say send the first one, and the check `id` sends all of them. */
  bodies: (context: Context) => readonly [object, ...object[]] | Promise<readonly [object, ...object[]]>
  rules: readonly [string, ...string[]]
  subject: string
  refusal?: Refusal
  /** The required field that is missing. */
  missing?: string
}

type Refused = Pick<Wanted, 'subject' | 'refusal' | 'missing'> & { rules: readonly string[]; answer: Answer }

/** A refusal of each kind that the interface describes. */
const wanted: readonly Wanted[] = [
  {
    id: 'create-event-missing-type',
    operation: 'createEvent',
    // A refusal names the type also where the payload is missing, too.
    bodies: (context) => [{ data: { run: context.prefix } }, {}],
    rules: ['EV-2'],
    subject: 'An event without type',
    refusal: { param: 'type' },
  },
  {
    id: 'create-event-missing-data',
    operation: 'createEvent',
    bodies: (context) => [{ type: context.unique('error') }],
    rules: ['EV-6', 'ER-3'],
    subject: 'An event without data',
    missing: 'data',
  },
  {
    operation: 'createWebhook',
    bodies: (context) => [
      { url: `http://example.com${newAddress(context)}`, events: [context.unique('error')] },
    ],
    rules: ['WH-2'],
    subject: 'A url that is not HTTPS',
    refusal: { param: 'url', message: /https/i },
  },
  {
    id: 'webhook-missing-url',
    operation: 'createWebhook',
    bodies: (context) => [{ events: [context.unique('error')] }],
    rules: ['WH-4'],
    subject: 'A webhook without url',
    missing: 'url',
  },
  {
    id: 'webhook-missing-events',
    operation: 'createWebhook',
    bodies: async (context) => [{ url: await newWebhookUrl(context) }],
    rules: ['WH-5'],
    subject: 'A webhook without events',
    missing: 'events',
  },
]

/** Checks of errors: their shape and their codes. */
export const refusalChecks = checksOf(base, [
  ...wanted.flatMap(({ id, operation, bodies, rules: [rule], subject, refusal }): Check | [] => {
    if (id === undefined) return []
    const isOfEvent = operation === 'createEvent'
    return {
      ...base,
      id,
      title: `${subject.replace(/^A/, 'a')} is answered by 400 invalid_request, whatever the key`,
      rules: [rule],
      needs: [isOfEvent ? 'event-key' : 'webhook-key'],
      async run(context) {
        for (const key of isOfEvent ? context.eventKeys() : await registeringKeys(context)) {
          for (const body of await bodies(context)) {
            const answer = await context.call(operation, { key, body })
            if (!isOfEvent) await discard(context, key, answer)
            expectRefusal(answer, rule, subject, refusal)
          }
        }
      },
    }
  }),
  {
    id: 'missing-fields-are-named',
    title: 'a refusal for a missing field names it in param',
    rules: ['ER-6'],
    level: 'should',
    async run(context) {
      for (const { answer, subject, missing } of await refusals(context))
        if (missing !== undefined) expectRefusal(answer, 'ER-6', subject, { param: missing })
    },
  },
  {
    id: 'error-shape',
    title: 'a refusal has its status and its code, and error.code and error.message are strings',
    rules: ['ER-1', ...wanted.flatMap(({ rules }) => rules)],
    quick: true,
    async run(context) {
      for (const { answer, rules, subject, refusal } of await refusals(context)) {
        if (rules.length > 0) expectRefusal(answer, rules, subject, refusal)
        if (answer.status === 400 || answer.status === 404) expectShape(answer)
      }
    },
  },
  {
    id: 'error-param',
    title: 'error.param, where present, is a string that names a field of the request',
    rules: ['ER-2'],
    quick: true,
    async run(context) {
      let isNull = false
      for (const { answer } of await refusals(context)) {
        if (answer.status !== 400 && answer.status !== 404) continue
        expectParam(answer)
        isNull ||= errorOf(answer)?.param === null
      }
      return isNull ? '`error.param` is null where no field is named; it counts as absent.' : undefined
    },
  },
  ...invalidTypes.map(({ name, type }): Check => ({
    ...base,
    id: `invalid-event-${name}`,
    title: `an invalid parameter is 400 invalid_request: ${name.replaceAll('-', ' ')}`,
    rules: ['ER-3', 'ER-1', 'ER-2'],
    async run(context) {
      const body = { type: type(context.unique('invalid')), data: {} }
      const answer = await context.call('createEvent', { key: context.eventKey(), body })
      expectRefusal(answer, 'ER-3', 'An event with an invalid type')
      expectShape(answer)
      expectParam(answer)
    },
  })),
  {
    id: 'invalid-webhook',
    title: 'an invalid url or list of events is 400 invalid_request',
    rules: ['ER-3'],
    needs: ['webhook-key'],
    async run(context) {
      const url = await newWebhookUrl(context)
      const types = () => [context.unique('invalid')]
      const bodies = [
        ...[42, null, [url], 'no url', '', '//example.com/hook', 'example.com/hook', '/hook'].map((one) => ({
          url: one,
          events: types(),
        })),
        { url, events: 'not-a-list' },
        { url, events: [42] },
        { url, events: null },
      ]
      for (const body of bodies) {
        const answer = await context.call('createWebhook', { key: webhookKey(context), body })
        expectRefusal(answer, 'ER-3', 'An invalid webhook')
      }
    },
  },
  ...[webhooks, events].map((kind): Check => ({
    ...base,
    id: `unknown-${kind.word}-is-not-found`,
    title: `${kind.one} that does not exist is 404 not_found`,
    rules: ['ER-4', 'ER-1'],
    needs: [kind.need],
    async run(context) {
      const answers: Answer[] = []
      for (const key of kind.keys(context)) {
        const made = await kind.make(context, key)
        for (const { id: operation, assumed } of operationsOnOne(kind)) {
          // A deployment need not offer an operation that the interface does not show.
          const isOffered =
            !assumed || isSuccess(await context.call(operation, { key, path: { id: made.id } }))
          if (isOffered) answers.push(await context.call(operation, { key, path: { id: absentId(made.id) } }))
        }
        await made.dismiss()
      }
      if (answers.length === 0)
        throw new NotApplicable(`The deployment has no operation on one ${kind.word}.`)
      const subject = `${kind.one.replace(/^a/, 'A')} that does not exist`
      for (const answer of answers) {
        expectRefusal(answer, 'ER-4', subject, notFound)
        expectShape(answer)
      }
    },
  })),
])

/** Asks for each wanted refusal, once a run. Where no key may register webhooks, it asks only for those of events. */
function refusals(context: Context): Promise<readonly Refused[]> {
  return context.once('refusals', async () => {
    const key = context.eventKey()
    const hooks = await wherePossible(permittedWebhookKey(context))
    const answers: Refused[] = []
    for (const one of wanted) {
      const by = one.operation === 'createEvent' ? key : hooks
      if (!by) continue
      const [body] = await one.bodies(context)
      answers.push({ ...one, answer: await context.call(one.operation, { key: by, body }) })
    }
    if (!hooks) return answers
    // A refusal that names no field, which the check of deletions judges besides.
    const { again } = await sampleWebhook(context)
    return [...answers, { rules: [], subject: 'Deleting a webhook again', answer: again }]
  })
}

/** The names that a param of an error may have: fields, parameters, the idempotency key, the body itself. */
const fields = new Set([
  ...(operations.createEvent.request?.fields ?? []),
  ...(operations.createWebhook.request?.fields ?? []),
  ...Object.values(operations).flatMap(({ parameters }) => parameters.map(({ name }) => name)),
  'body',
])

/** Whether a param names a field, or a place in one, however places are written. */
function namesField(param: string): boolean {
  const [name = ''] = param.replace(/^(\$|body|query|path|headers?)?[./]?/, '').split(/[.[/]/)
  return fields.has(name) || fields.has(param)
}

/** Fails with ER-1 unless an error has a code and a message. */
function expectShape(answer: Answer): void {
  const { code, message } = errorOf(answer) ?? {}
  const holds = typeof code === 'string' && code !== '' && typeof message === 'string'
  const expected = '{ "error": { "code": "...", "message": "..." } }'
  expectThat(holds, 'ER-1', 'The error has no code and message.', { expected, answer })
}

/** Fails with ER-2 where an error has a param that names no field of a request. */
function expectParam(answer: Answer): void {
  const { param } = errorOf(answer) ?? {}
  // The interface does not say whether an absent param may be written as null.
  const holds = (param ?? null) === null || (typeof param === 'string' && namesField(param))
  const details = { expected: [...fields].join(', '), received: param, answer }
  expectThat(holds, 'ER-2', '`error.param` names no field of the request.', details)
}
