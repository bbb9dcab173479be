import { CouldNotRun, NotApplicable, Violation } from '../../engine/outcome'
import { absentId } from '../../probes/identifiers'
import { createEvent } from '../../probes/events'
import { errorOf, expectRefusal, isSuccess } from '../../probes/expect'
import { awaitListed } from '../../probes/listing'
import { dismiss } from '../../probes/deliveries'
import { register, webhookBase, webhookKey, webhookUrl } from '../../probes/webhooks'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'] } as const

/** Event bodies with a parameter that no reading of the interface allows. */
const invalidEvents: readonly { name: string; body: (type: string) => unknown }[] = [
  { name: 'type-is-a-number', body: () => ({ type: 42, data: {} }) },
  { name: 'type-is-null', body: () => ({ type: null, data: {} }) },
  { name: 'type-is-an-object', body: (type) => ({ type: { name: type }, data: {} }) },
]

/** Errors: their shape and their codes. */
export const errorChecks: readonly Check[] = [
  {
    ...base,
    id: 'error-shape',
    title: 'an error has error.code and error.message, both strings',
    rules: ['ER-1'],
    async run(context) {
      const answers = await refusals(context)
      for (const answer of answers) {
        const error = errorOf(answer)
        if (typeof error?.code === 'string' && error.code !== '' && typeof error.message === 'string')
          continue
        throw new Violation('ER-1', 'The error has no code and message.', {
          expected: '{ "error": { "code": "...", "message": "..." } }',
          received: answer.text,
          evidence: answer.evidence,
        })
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
        const error = errorOf(answer)
        isNull ||= error?.param === null
        // Whether what is absent may be written as null is nowhere said.
        if ((error?.param ?? null) === null) continue
        const { param } = error as { param: unknown }
        if (typeof param === 'string' && namesField(param)) continue
        throw new Violation('ER-2', '`error.param` names no field of the request.', {
          expected: [...fields].join(', '),
          received: param,
          evidence: answer.evidence,
        })
      }
      return isNull ? '`error.param` is null where no field is named; it counts as absent.' : undefined
    },
  },
  ...invalidEvents.map(({ name, body }): Check => ({
    ...base,
    id: `invalid-event-${name}`,
    title: `an invalid parameter is 400 invalid_request: ${name.replaceAll('-', ' ')}`,
    rules: ['ER-3'],
    async run(context) {
      const answer = await context.call('createEvent', {
        key: context.eventKey(),
        body: body(context.unique('invalid')),
      })
      expectRefusal(
        answer,
        { rule: 'ER-3', status: 400, code: 'invalid_request' },
        'An event with an invalid type',
      )
    },
  })),
  {
    ...base,
    id: 'invalid-webhook',
    title: 'an invalid url or list of events is 400 invalid_request',
    rules: ['ER-3'],
    needs: ['webhook-key'],
    async run(context) {
      const { base: place } = await webhookBase(context)
      const { url } = webhookUrl(context, place)
      const bodies = [
        { url: 42, events: [context.unique('invalid')] },
        { url: 'no url', events: [context.unique('invalid')] },
        { url: '', events: [context.unique('invalid')] },
        { url: '//example.com/hook', events: [context.unique('invalid')] },
        { url, events: 'not-a-list' },
        { url, events: [42] },
      ]
      for (const body of bodies) {
        const answer = await context.call('createWebhook', { key: webhookKey(context), body })
        expectRefusal(answer, { rule: 'ER-3', status: 400, code: 'invalid_request' }, 'An invalid webhook')
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
      expectRefusal(answer, { rule: 'ER-4', status: 404, code: 'not_found' }, 'A webhook that does not exist')
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
      const found = await context.call('retrieveEvent', { key, path: { id: event.id } })
      if (!isSuccess(found) || (found.json as { id?: unknown } | undefined)?.id !== event.id) {
        throw new NotApplicable('The deployment does not retrieve events at GET /v1/events/{id}.')
      }
      const answer = await context.call('retrieveEvent', { key, path: { id: absentId(event.id) } })
      expectRefusal(answer, { rule: 'ER-4', status: 404, code: 'not_found' }, 'An event that does not exist')
    },
  },
]

/** Every name that a field of a request can have. */
const fields = new Set([
  ...['type', 'data', 'idempotencyKey', 'url', 'events', 'description', 'id'],
  'limit',
  'cursor',
  'body',
  'Idempotency-Key',
])

/** Whether a param names a field, or a place in one, however places are written. */
function namesField(param: string): boolean {
  return (
    fields.has(param.replace(/^(\$|body|query|path|headers?)?[./]?/, '').split(/[.[/]/)[0] ?? '') ||
    fields.has(param)
  )
}

/** One refusal of each kind that the interface describes. */
async function refusals(context: Context): Promise<Answer[]> {
  const key = context.eventKey()
  const answers = [
    await context.call('createEvent', { key, body: { data: { run: context.prefix } } }),
    await context.call('createEvent', { key, body: { type: context.unique('error') } }),
    await context.call('createEvent', { key, body: { type: 42, data: {} } }),
  ]
  try {
    await webhookBase(context)
    const hooks = webhookKey(context)
    const events = [context.unique('error')]
    answers.push(
      await context.call('createWebhook', { key: hooks, body: { url: 'http://example.com/', events } }),
      await context.call('createWebhook', { key: hooks, body: { events } }),
      await context.call('deleteWebhook', { key: hooks, path: { id: `wh_${context.prefix}` } }),
    )
  } catch (error) {
    // Without a key for webhooks the refusals of events have to do.
    if (!(error instanceof NotApplicable || error instanceof CouldNotRun)) throw error
  }
  return answers.filter(({ status }) => status === 400 || status === 404)
}
