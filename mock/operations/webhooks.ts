import { newSecret } from '../deliveries/secret'
import { jsonAnswer } from '../http/answer'
import { isPublicHost } from '../http/public-host'
import { refuse } from '../http/refusal'
import { bodyLimits, readJson } from '../http/request-body'
import { webhookResource } from '../http/resource-json'
import { bodyRules, validBody, type BodyExceptions } from '../http/validation'
import type { Settings } from '../settings/settings'
import { eachItem } from '../state/each-item'
import type { State } from '../state/state'
import type { Mode, StoredWebhook } from '../store/records'
import { listAnswer } from './list-answer'
import type { OperationHandler } from './operation'
import { parseUrl } from '../http/parse-url'

const rules = bodyRules('createWebhook')

// OQ-23: the errors of `events` that a deployment may accept.
const lenientKeywords = ['minItems', 'uniqueItems', 'not']
const lenient: BodyExceptions = {
  accepts: ({ instancePath, keyword }) => instancePath === '/events' && lenientKeywords.includes(keyword),
}

/** WH-1 to WH-13. */
export const createWebhook: OperationHandler = async ({ headers, read, key: { mode } }, settings, state) => {
  const { additions, dialect, clock, ids, random } = settings
  if (mode === 'test' && dialect.testWebhooks === 'reject') {
    throw refuse('testWebhook', 'A test key cannot register webhooks.')
  }
  const { value } = await readJson(headers, read, bodyLimits(settings))
  const exceptions = dialect.emptyOrMixedEvents === 'accept' ? lenient : undefined
  const { url, events, description } = validBody(value, rules, dialect, exceptions)
  refuseUnusableUrl(url, settings)
  refuseLongDescription(description, settings)
  const first = dialect.duplicateUrls === 'accept' ? undefined : await webhookOf(url, mode, state)
  if (first && dialect.duplicateUrls === 'reject') {
    throw refuse('duplicateUrl', 'Another webhook has this url.', { param: 'url', value: url })
  }

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
  return jsonAnswer(201, json, { place: 'webhook', fields: { id, url, status, created } })
}

/** PG-1, WH-3, AU-13. */
export const listWebhooks: OperationHandler = ({ query, key: { mode } }, settings, { store }) =>
  listAnswer(
    query,
    {
      place: { list: 'webhooks', mode, epoch: store.epoch() },
      read: (page) => store.webhooks(mode, page),
      write: (webhook) => JSON.stringify(webhookResource(webhook, settings, 'listedWebhook')),
    },
    settings,
  )

/** WD-1 to WD-6. */
export const deleteWebhook: OperationHandler = async ({ params, key: { mode } }, settings, state) => {
  const { additions, dialect, clock, random } = settings
  const id = params.id ?? ''
  if (!(await state.store.removeWebhook(mode, id))) {
    throw refuse('unknownWebhook', 'No webhook has this id.', { value: id })
  }
  state.dispatcher.drop(id)
  const further = additions.fields.deletion?.({ id }, { random, now: clock.now() })
  const json = JSON.stringify({ id, deleted: true, ...further })
  return jsonAnswer(dialect.deleteWebhookStatus, json, { place: 'deletion', fields: { id } })
}

/** OQ-36: refuses a URL that cannot be parsed, or whose host the dialect does not permit. */
function refuseUnusableUrl(url: string, { dialect }: Settings): void {
  const details = { param: 'url', value: url }
  // White space and control characters are refused here, because the URL parser removes some of them silently.
  const parsed = parseUrl(url)
  if (!parsed || /[\s\p{Cc}]/u.test(url))
    throw refuse('invalidUrl', 'url must be a valid HTTPS URL.', details)
  if (dialect.webhookHosts === 'public' && !isPublicHost(parsed.hostname)) {
    throw refuse('webhookHost', 'url must name a public host.', details)
  }
}

/** OQ-32: the longest description of the dialect. */
function refuseLongDescription(description: string | undefined, { dialect }: Settings): void {
  const { maxDescriptionLength: most } = dialect
  if (most === null || description === undefined || Array.from(description).length <= most) return
  const message = `description must be at most ${most} characters long.`
  throw refuse('longDescription', message, { param: 'description', value: description })
}

/** The oldest webhook with this URL. */
async function webhookOf(url: string, mode: Mode, { store }: State): Promise<StoredWebhook | undefined> {
  for await (const webhook of eachItem((page) => store.webhooks(mode, page), 'oldest-first')) {
    if (webhook.url === url) return webhook
  }
  return undefined
}
