import { isRefusal } from '../../probes/answers'
import { failStatus } from '../../probes/expect'
import { newAddress, newWebhookUrl, permittedWebhookKey } from '../../probes/webhook-hosts'
import { discard } from '../../probes/webhook-room'
import { clauses } from './clauses'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'

const base = { level: 'must', mode: 'non-disruptive', rules: ['ER-5'], ...clauses.odd } as const

/** Letters on which services fail. Other checks send U+0000 and halves of surrogate pairs, which may be refused. */
const oddText = "'\\%zz😀e\u0301\u2028\u202e\u0001"

/** Sends odd fields together and, where that is refused, each alone: one of them may hide what another does. */
async function sendFields(
  fields: Readonly<Record<string, unknown>>,
  send: (fields: Readonly<Record<string, unknown>>) => Promise<Answer>,
): Promise<void> {
  const together = await send(fields)
  if (!isRefusal(together)) return
  for (const [name, value] of Object.entries(fields)) await send({ [name]: value })
}

async function expectNoServerError(context: Context, key: Key, answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering
  if (answer.status >= 500) failStatus(answer, 'ER-5', 'An odd text', 'no 5xx')
  return answer
}

/** Registers a webhook with odd fields, and deletes it where it was taken. */
async function registerOdd(
  context: Context,
  key: Key,
  fields: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const events = [context.unique('odd')]
  const body = { url: await newWebhookUrl(context), events, ...fields }
  const answer = await expectNoServerError(
    context,
    key,
    context.call('createWebhook', { key, body, odd: true }),
  )
  await discard(context, key, answer)
  return answer
}

/** Webhooks of an odd form: each is refused or taken, as the service likes. */
const oddWebhooks: readonly ((context: Context) => Promise<Readonly<Record<string, unknown>>>)[] = [
  async (context) => ({ url: `${await newWebhookUrl(context)}/${'long'.repeat(500)}` }),
  async () => ({ url: 'https://?nowhere' }),
  async (context) => ({ url: `https://größe.example${newAddress(context)}` }),
  async (context) => ({ events: [null, [context.unique('odd')]] }),
  async (context) => ({ events: Array.from({ length: 101 }, () => context.unique('odd')) }),
]

/** Odd texts, wherever the interface takes a text: none is answered by a server error. */
export const oddTextChecks: readonly Check[] = [
  {
    ...base,
    id: 'no-server-error-odd-texts-in-events',
    title: 'no server error: odd texts in type, payload and idempotency key',
    needs: ['event-key'],
    async run(context) {
      const key = context.eventKey()
      const create = (body: Readonly<Record<string, unknown>>) =>
        expectNoServerError(context, key, context.call('createEvent', { key, body, odd: true }))
      const type = context.unique('odd')
      const odd = `${type}${oddText}`
      await sendFields({ type: odd, data: { [oddText]: oddText }, idempotencyKey: odd }, (fields) =>
        create({ type, data: {}, ...fields }),
      )
      await create({ type: context.unique('odd'), data: null })
      await create({ type: context.unique('odd'), data: 'text' })
      await create({ type: context.unique('odd').padEnd(1_000, 'x'), data: {} })
    },
  },
  {
    ...base,
    id: 'no-server-error-odd-texts-in-webhooks',
    title: 'no server error: odd texts in url, events and description',
    needs: ['webhook-key'],
    async run(context) {
      const key = await permittedWebhookKey(context)
      const events = [`${context.unique('odd')}${oddText}`]
      const url = `${await newWebhookUrl(context)}/${oddText}`
      await sendFields({ url, events, description: oddText }, (fields) => registerOdd(context, key, fields))
      for (const fields of oddWebhooks) await registerOdd(context, key, await fields(context))
    },
  },
  {
    ...base,
    id: 'no-server-error-odd-texts-in-a-list',
    title: 'no server error: odd texts in cursor and API key',
    needs: ['any-key'],
    mode: 'read-only',
    async run(context) {
      const key = context.anyKey()
      const cursor = `cur_${oddText}`
      await expectNoServerError(
        context,
        key,
        context.call('listEvents', { key, query: { cursor }, odd: true }),
      )
      const unknown: Key = { ...key, kind: 'invalid', value: `sk_test_'"\\%zz`, label: '' }
      await expectNoServerError(context, unknown, context.call('listEvents', { key: unknown, odd: true }))
    },
  },
]
