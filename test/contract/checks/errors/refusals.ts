import { CouldNotRun, NotApplicable } from '../../engine/outcome'
import { absentId } from '../../probes/identifiers'
import { awaitListed } from '../../probes/listing'
import { createEvent, retrieveEvent } from '../../probes/events'
import { dismiss, newWebhookUrl, permittedWebhookKey, register, webhookKey } from '../../probes/webhooks'
import { errorOf } from '../../probes/answers'
import { expectRefusal, expectThat, notFound } from '../../probes/expect'
import { operations } from '../../../../generated/operations'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'] } as const

/** Types of an event that no reading of the interface allows. */
const invalidTypes: readonly { name: string; type: (unique: string) => unknown }[] = [
  { name: 'type-is-a-number', type: () => 42 },
  { name: 'type-is-null', type: () => null },
  { name: 'type-is-an-object', type: (unique) => ({ name: unique }) },
]

/** Checks of errors: their shape and their codes. */
export const refusalChecks: readonly Check[] = [
  {
    ...base,
    id: 'error-shape',
    title: 'an error has error.code and error.message, both strings',
    rules: ['ER-1'],
    async run(context) {
      for (const answer of await refusals(context)) {
        const { code, message } = errorOf(answer) ?? {}
        const holds = typeof code === 'string' && code !== '' && typeof message === 'string'
        const expected = '{ "error": { "code": "...", "message": "..." } }'
        expectThat(holds, 'ER-1', 'The error has no code and message.', { expected, answer })
      }
    },
  },
  {
    ...base,
    id: 'error-param',
    title: 'error.param, where present, is a string that names a field of the request',
    rules: ['ER-2'],
    async run(context) {
      let isNull = false
      for (const answer of await refusals(context)) {
        const { param } = errorOf(answer) ?? {}
        isNull ||= param === null
        // The interface does not say whether an absent param may be written as null.
        const holds = (param ?? null) === null || (typeof param === 'string' && namesField(param))
        const details = { expected: [...fields].join(', '), received: param, answer }
        expectThat(holds, 'ER-2', '`error.param` names no field of the request.', details)
      }
      return isNull ? '`error.param` is null where no field is named; it counts as absent.' : undefined
    },
  },
  ...invalidTypes.map(({ name, type }): Check => ({
    ...base,
    id: `invalid-event-${name}`,
    title: `an invalid parameter is 400 invalid_request: ${name.replaceAll('-', ' ')}`,
    rules: ['ER-3'],
    async run(context) {
      const body = { type: type(context.unique('invalid')), data: {} }
      const answer = await context.call('createEvent', { key: context.eventKey(), body })
      expectRefusal(answer, 'ER-3', 'An event with an invalid type')
    },
  })),
  {
    ...base,
    id: 'invalid-webhook',
    title: 'an invalid url or list of events is 400 invalid_request',
    rules: ['ER-3'],
    needs: ['webhook-key'],
    async run(context) {
      const url = await newWebhookUrl(context)
      const events = () => [context.unique('invalid')]
      const bodies = [
        { url: 42, events: events() },
        { url: 'no url', events: events() },
        { url: '', events: events() },
        { url: '//example.com/hook', events: events() },
        { url, events: 'not-a-list' },
        { url, events: [42] },
      ]
      for (const body of bodies) {
        const answer = await context.call('createWebhook', { key: webhookKey(context), body })
        expectRefusal(answer, 'ER-3', 'An invalid webhook')
      }
    },
  },
  {
    ...base,
    id: 'unknown-webhook-is-not-found',
    title: 'a webhook that does not exist is 404 not_found',
    rules: ['ER-4'],
    needs: ['webhook-key'],
    async run(context) {
      const registered = await register(context)
      const path = { id: absentId(registered.webhook.id) }
      const answer = await context.call('deleteWebhook', { key: registered.key, path })
      await dismiss(context, registered)
      expectRefusal(answer, 'ER-4', 'A webhook that does not exist', notFound)
    },
  },
  {
    ...base,
    id: 'unknown-event-is-not-found',
    title: 'an event that does not exist is 404 not_found',
    rules: ['ER-4'],
    async run(context) {
      const key = context.eventKey()
      const { event } = await createEvent(context, key)
      await awaitListed(context, key, [event.id])
      await retrieveEvent(context, key, event.id)
      const answer = await context.call('retrieveEvent', { key, path: { id: absentId(event.id) } })
      expectRefusal(answer, 'ER-4', 'An event that does not exist', notFound)
    },
  },
]

/** The names that a param of the refusals below may have: fields, parameters, the idempotency key, the body itself. */
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

/** Asks for a refusal of each kind that the interface describes. */
async function refusals(context: Context): Promise<Answer[]> {
  const key = context.eventKey()
  const answers = [
    await context.call('createEvent', { key, body: { data: { run: context.prefix } } }),
    await context.call('createEvent', { key, body: { type: context.unique('error') } }),
    await context.call('createEvent', { key, body: { type: 42, data: {} } }),
  ]
  try {
    const hooks = await permittedWebhookKey(context)
    const events = [context.unique('error')]
    answers.push(
      await context.call('createWebhook', { key: hooks, body: { url: 'http://example.com/', events } }),
      await context.call('createWebhook', { key: hooks, body: { events } }),
      await context.call('deleteWebhook', { key: hooks, path: { id: `wh_${context.prefix}` } }),
    )
  } catch (error) {
    // Without a key that may have webhooks the refusals of events suffice.
    if (!(error instanceof NotApplicable || error instanceof CouldNotRun)) throw error
  }
  return answers.filter(({ status }) => status === 400 || status === 404)
}
