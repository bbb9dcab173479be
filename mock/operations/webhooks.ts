import type { CompleteDialect } from '../../generated/dialect'
import { newSecret } from '../deliveries/secret'
import { jsonAnswer } from '../http/answer'
import { pageJson, pageQuery } from '../http/paging'
import { invalidRequest, notFound } from '../http/refusal'
import { bodyLimits, readJson } from '../http/request-body'
import { bodyRules, validBody, type BodyExceptions } from '../http/validation'
import type { StoredWebhook } from '../store/store'
import type { OperationHandler } from './operation'

const rules = bodyRules('createWebhook')

// OQ-23: the errors of `events` that a deployment may accept.
const lenientKeywords = ['minItems', 'uniqueItems', 'not']
const lenient: BodyExceptions = {
  accepts: ({ instancePath, keyword }) => instancePath === '/events' && lenientKeywords.includes(keyword),
}

/** WH-1 to WH-13. */
export const createWebhook: OperationHandler = async ({ headers, read, key: { mode } }, settings, state) => {
  const { dialect, clock, ids, random } = settings
  const { value } = await readJson(headers, read, bodyLimits(settings))
  const exceptions = dialect.emptyOrMixedEvents === 'accept' ? lenient : undefined
  const { url, events, description } = validBody(value, rules, dialect, exceptions)
  // White space and control characters are refused here, because the URL parser removes some of them silently.
  if (!URL.canParse(url) || /[\s\p{Cc}]/u.test(url)) {
    throw invalidRequest('url must be a valid HTTPS URL.', 'url')
  }

  const webhook: StoredWebhook = {
    id: ids('wh'),
    mode,
    url,
    events,
    description,
    status: 'active',
    secret: newSecret(random),
    created: new Date(clock.now()).toISOString(),
  }
  await state.store.addWebhook(webhook)
  return jsonAnswer(201, JSON.stringify({ ...withoutSecret(webhook, dialect), secret: webhook.secret }))
}

/** PG-1, WH-3, AU-13. */
export const listWebhooks: OperationHandler = async ({ query, key: { mode } }, { dialect }, state) => {
  const { items, next } = await state.store.webhooks(mode, pageQuery(query, 'webhooks', mode, dialect))
  const written = items.map((webhook) => JSON.stringify(withoutSecret(webhook, dialect)))
  return jsonAnswer(200, pageJson({ items: written, next }, 'webhooks', mode, dialect))
}

/** WD-1 to WD-6. */
export const deleteWebhook: OperationHandler = async ({ params, key: { mode } }, { dialect }, state) => {
  const id = params.id ?? ''
  if (!(await state.store.removeWebhook(mode, id))) throw notFound('No webhook has this id.')
  state.dispatcher.drop(id)
  return jsonAnswer(dialect.deleteWebhookStatus, JSON.stringify({ id, deleted: true }))
}

/** The webhook resource of the document, without the secret (WH-3). */
function withoutSecret(webhook: StoredWebhook, dialect: CompleteDialect): object {
  const { id, url, events, status, created } = webhook
  const description = webhook.description ?? (dialect.omittedDescription === 'null' ? null : undefined)
  return { id, url, events, description, status, created }
}
