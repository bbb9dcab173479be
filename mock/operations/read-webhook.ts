import type { CompleteDialect } from '../../generated/dialect'
import { isPublicHost } from '../http/public-host'
import { parseUrl } from '../../src/core/url'
import { refuse } from '../http/refusal'
import { readJson, type BodyReader, type SentHeaders } from '../http/request-body'
import { bodyRules, validBody, type BodyExceptions } from '../http/validation'
import type { Settings } from '../settings/settings'
import { eachItem } from '../state/each-item'
import type { Mode, StoredWebhook } from '../store/records'
import type { Store } from '../store/store'

const rules = /* @__PURE__ */ bodyRules('createWebhook')

// OQ-23: the errors of `events` that a deployment may accept.
const lenientKeywords = ['minItems', 'uniqueItems', 'maxItems', 'if']
const exceptionsOf = ({ emptyOrMixedEvents }: CompleteDialect): BodyExceptions => ({
  accepts: ({ instancePath, keyword }) =>
    emptyOrMixedEvents === 'accept' && instancePath === '/events' && lenientKeywords.includes(keyword),
})

/** A webhook as a request asks for it. */
export interface RequestedWebhook {
  url: string
  events: readonly string[]
  description?: string
  /** The webhook that has this URL already, where the dialect does not simply make another one. */
  first?: StoredWebhook
}

/** Reads and judges the body of a request that registers a webhook, and changes nothing. Throws a `Refusal`. */
export async function readWebhook(
  { headers, read, mode }: { headers: SentHeaders; read: BodyReader; mode: Mode },
  settings: Settings,
  state: { store: Pick<Store, 'webhooks'> },
): Promise<RequestedWebhook> {
  const { dialect } = settings
  if (mode === 'test' && dialect.testWebhooks === 'reject') {
    throw refuse('testWebhook')
  }
  const { value } = await readJson(headers, read, settings.bodyLimits)
  const { url, events, description } = validBody(value, rules, dialect, exceptionsOf)
  refuseUnusableUrl(url, settings)
  refuseLongDescription(description, settings)
  const first = dialect.duplicateUrls === 'accept' ? undefined : await webhookOf(url, mode, state)
  if (first && dialect.duplicateUrls === 'reject') {
    throw refuse('duplicateUrl', { param: 'url', value: url })
  }
  return { url, events, description, first }
}

/** OQ-36: refuses a URL that cannot be parsed, or whose host the dialect does not permit. */
function refuseUnusableUrl(url: string, { dialect }: Settings): void {
  const details = { param: 'url', value: url }
  // White space and control characters are refused here, because the URL parser removes some of them silently.
  const parsed = parseUrl(url)
  if (!parsed || /[\s\p{Cc}]/u.test(url)) throw refuse('invalidUrl', details)
  if (dialect.webhookHosts === 'public' && !isPublicHost(parsed.hostname)) {
    throw refuse('webhookHost', details)
  }
}

/** OQ-32: the longest description of the dialect. */
function refuseLongDescription(description: string | undefined, { dialect }: Settings): void {
  const { maxDescriptionLength: most } = dialect
  if (most === null || description === undefined || Array.from(description).length <= most) return
  const values = { maxDescriptionLength: String(most) }
  throw refuse('longDescription', { param: 'description', value: description, values })
}

/** The oldest webhook with this URL. */
async function webhookOf(
  url: string,
  mode: Mode,
  { store }: { store: Pick<Store, 'webhooks'> },
): Promise<StoredWebhook | undefined> {
  for await (const webhook of eachItem((page) => store.webhooks(mode, page), 'oldest-first')) {
    if (webhook.url === url) return webhook
  }
  return undefined
}
