import { newSecret } from '../deliveries/signer'
import { jsonAnswer } from '../http/answer'
import { refuse } from '../http/refusal'
import { webhookResource } from '../http/resource-json'
import type { StoredWebhook } from '../store/records'
import { listAnswer } from './list-answer'
import type { OperationHandler } from './operation'
import { readWebhook } from './read-webhook'

/** WH-1 to WH-13. */
const createWebhook: OperationHandler = async ({ headers, read, key: { mode } }, settings, state) => {
  const { additions, clock, ids, random } = settings
  const { url, events, description, first } = await readWebhook({ headers, read, mode }, settings, state)

  const webhook: StoredWebhook = first ?? {
    id: ids('wh'),
    mode,
    url,
    events,
    description,
    status: 'active',
    secret: newSecret(random),
    created: additions.timestamp(clock.now()),
  }
  if (!first) await state.store.addWebhook(webhook)
  const json = JSON.stringify({ ...webhookResource(webhook, settings), secret: webhook.secret })
  const { id, status, created } = webhook
  return jsonAnswer(201, json, { kind: 'webhook', fields: { id, url, status, created } })
}

/** PG-1, WH-3, AU-13. */
const listWebhooks: OperationHandler = ({ search, key: { mode } }, settings, { store }) =>
  listAnswer(
    search,
    {
      scope: { list: 'webhooks', mode, epoch: store.epoch() },
      read: (page) => store.webhooks(mode, page),
      write: (webhook) => JSON.stringify(webhookResource(webhook, settings, 'listedWebhook')),
    },
    settings,
  )

/** WD-1 to WD-6. */
const deleteWebhook: OperationHandler = async ({ params, key: { mode } }, settings, state) => {
  const { additions, dialect, clock, random } = settings
  const id = params.id ?? ''
  if (!(await state.store.removeWebhook(mode, id))) {
    throw refuse('unknownWebhook', { value: id })
  }
  state.dispatcher.drop(id)
  const further = additions.fields.deletion?.({ id }, { random, now: clock.now() })
  const json = JSON.stringify({ id, deleted: true, ...further })
  return jsonAnswer(dialect.deleteWebhookStatus, json, { kind: 'deletion', fields: { id } })
}

/** The handlers of the operations on webhooks, by their ids. */
export const webhookHandlers = { listWebhooks, createWebhook, deleteWebhook }
