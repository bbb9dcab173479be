import { CouldNotRun, NotApplicable } from '../../engine/outcome'
import { absentId } from '../../probes/identifiers'
import { events, operationsOnOne, webhooks } from '../../probes/kinds'
import { newAddress, newWebhookUrl, permittedWebhookKey, webhookKey } from '../../probes/webhook-hosts'
import { errorOf, isSuccess } from '../../probes/answers'
import { expectRefusal, notFound } from '../../probes/expect'
import { expectParam, expectShape } from '../../probes/error-shape'
import { clauses } from './clauses'
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
    ...clauses.shape,
    id: 'error-shape',
    title: 'an error has error.code and error.message, both strings',
    rules: ['ER-1'],
    async run(context) {
      for (const answer of await refusals(context)) expectShape(answer)
    },
  },
  {
    ...base,
    ...clauses.param,
    id: 'error-param',
    title: 'error.param, where present, is a string that names a field of the request',
    rules: ['ER-2'],
    async run(context) {
      let isNull = false
      for (const answer of await refusals(context)) {
        expectParam(answer)
        isNull ||= errorOf(answer)?.param === null
      }
      return isNull ? '`error.param` is null where no field is named; it counts as absent.' : undefined
    },
  },
  ...invalidTypes.map(({ name, type }): Check => ({
    ...base,
    ...clauses.invalid,
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
    ...base,
    ...clauses.invalid,
    id: 'invalid-webhook',
    title: 'an invalid url or list of events is 400 invalid_request',
    rules: ['ER-3'],
    needs: ['webhook-key'],
    async run(context) {
      const url = await newWebhookUrl(context)
      const types = () => [context.unique('invalid')]
      const bodies = [
        { url: 42, events: types() },
        { url: 'no url', events: types() },
        { url: '', events: types() },
        { url: '//example.com/hook', events: types() },
        { url, events: 'not-a-list' },
        { url, events: [42] },
      ]
      for (const body of bodies) {
        const answer = await context.call('createWebhook', { key: webhookKey(context), body })
        expectRefusal(answer, 'ER-3', 'An invalid webhook')
      }
    },
  },
  ...[webhooks, events].map((kind): Check => ({
    ...base,
    ...clauses.notFound,
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
]

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
    const types = [context.unique('error')]
    answers.push(
      await context.call('createWebhook', {
        key: hooks,
        body: { url: `http://example.com${newAddress(context)}`, events: types },
      }),
      await context.call('createWebhook', { key: hooks, body: { events: types } }),
      await context.call('deleteWebhook', { key: hooks, path: { id: `wh_${context.prefix}` } }),
    )
  } catch (error) {
    // Without a key that may have webhooks the refusals of events suffice.
    if (!(error instanceof NotApplicable || error instanceof CouldNotRun)) throw error
  }
  return answers.filter(({ status }) => status === 400 || status === 404)
}
