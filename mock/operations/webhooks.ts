import type { CompleteDialect } from '../../generated/dialect'
import { validateWebhookCreate } from '../../generated/request-validators'
import type { ValidationError } from '../../openapi/model'
import { jsonAnswer } from '../http/answer'
import { pageJson, pageQuery } from '../http/paging'
import { invalidRequest, notFound } from '../http/refusal'
import { readJson } from '../http/request-body'
import { validBody } from '../http/validation'
import type { Random } from '../settings/random'
import type { StoredWebhook } from '../store/store'
import type { OperationHandler } from './operation'

const secretBytes = 32
const questionable = new Set(['minItems', 'uniqueItems', 'not'])

/** WH-1 to WH-13. */
export const createWebhook: OperationHandler = async ({ headers, read, key: { mode } }, settings, state) => {
  const { dialect, clock, ids, limits, random } = settings
  const { value } = await readJson(headers, read, { bytes: dialect.maxPayloadBytes, nesting: limits.nesting })
  const { url, events, description } = validBody(
    value,
    {
      validate: validateWebhookCreate,
      schema: 'WebhookCreate',
      fields: ['url', 'events', 'description'],
      waive: ({ instancePath, keyword }: ValidationError) =>
        instancePath === '/events' && questionable.has(keyword) && dialect.emptyOrMixedEvents === 'accept',
    },
    dialect,
  )
  // A URL parser drops some of these without a word.
  if (!URL.canParse(url) || /[\s\p{Cc}]/u.test(url))
    throw invalidRequest('url must be a valid HTTPS URL.', 'url')

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
  return jsonAnswer(201, JSON.stringify({ ...shown(webhook, dialect), secret: webhook.secret }))
}

/** PG-1, WH-3, AU-13. */
export const listWebhooks: OperationHandler = async ({ query, key: { mode } }, { dialect }, state) => {
  const { items, next } = await state.store.webhooks(mode, pageQuery(query, 'webhooks', mode, dialect))
  const written = items.map((webhook) => JSON.stringify(shown(webhook, dialect)))
  return jsonAnswer(200, pageJson({ items: written, next }, 'webhooks', mode, dialect))
}

/** WD-1 to WD-6. */
export const deleteWebhook: OperationHandler = async ({ params, key: { mode } }, { dialect }, state) => {
  const id = params.id ?? ''
  if (!(await state.store.removeWebhook(mode, id))) throw notFound('No webhook has this id.')
  state.dispatcher.drop(id)
  return jsonAnswer(dialect.deleteWebhookStatus, JSON.stringify({ id, deleted: true }))
}

/** A webhook as everybody may see it: without its secret (WH-3). */
function shown(webhook: StoredWebhook, dialect: CompleteDialect): object {
  const { id, url, events, status, created } = webhook
  const description = webhook.description ?? (dialect.omittedDescription === 'null' ? null : undefined)
  return { id, url, events, description, status, created }
}

/** A secret as Standard Webhooks has it. */
export function newSecret(random: Random): string {
  return `whsec_${btoa(String.fromCharCode(...random.bytes(secretBytes)))}`
}
