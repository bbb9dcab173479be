import { parseUrl } from '../../../src/core/url'
import { identifierMaker, newSecret } from './identifiers'
import { Refusal } from './refusal'
import {
  objectIn,
  type Account,
  type Fields,
  type Incoming,
  type Outcome,
  type StoredWebhook,
} from './account'
import type { Choices } from './dimensions'

/** The status by which a service refuses one webhook more than an account may have. */
const limitStatuses: Readonly<Record<number, number>> = { 20: 400, 5: 403, 3: 422 }

/** Hosts that lead nowhere or back to the service. */
const reserved = /(^|\.)(invalid|localhost|local)$|^(127|10|192\.168)\.|^\[/
/** Hosts that are kept for documents. */
const examples = /(^|\.)example(\.(com|net|org))?$/

const guards: Record<Choices['urlGuard'], (url: URL) => boolean> = {
  none: () => true,
  reserved: ({ hostname }) => !reserved.test(hostname),
  'reserved-and-examples': ({ hostname }) => !reserved.test(hostname) && !examples.test(hostname),
  'usual-port': ({ port }) => port === '',
}

/** The webhooks of a service. */
export class Webhooks {
  readonly #newId: (prefix: string) => string

  constructor(
    private readonly choices: Choices,
    private readonly now: () => number,
    private readonly write: (time: number) => string,
  ) {
    this.#newId = identifierMaker(choices.ids, now)
  }

  /** Registers a webhook. */
  create(account: Account, { text }: Incoming): { outcome: Outcome; webhook: StoredWebhook } {
    const { testWebhooks } = this.choices
    if (account.mode === 'test' && testWebhooks !== 'accept') throw new Refusal(testWebhooks)
    const fields = objectIn(text, () => new Refusal(400))
    const url = this.#urlIn(fields)
    const events = this.#eventsIn(fields)
    const description = this.#descriptionIn(fields)
    this.#assertRoom(account, url)
    const webhook: StoredWebhook = {
      id: this.#newId('wh_'),
      ...{ url, events, description },
      secret: newSecret(this.choices.secrets),
      created: this.now(),
      mode: account.mode,
      isOthers: false,
      failures: 0,
      isDisabled: false,
    }
    account.webhooks.set(webhook.id, webhook)
    const body = { ...this.#show(webhook), secret: webhook.secret }
    return { outcome: { status: 201, kind: 'webhook', body }, webhook }
  }

  /** Keeps a webhook that another client of the account registered. */
  addOthers(account: Account, index: number): void {
    const webhook: StoredWebhook = {
      id: this.#newId('wh_'),
      url: `https://others.example/hooks/${index}`,
      events: index === 0 ? ['*'] : [`legacy.${index % 7}`],
      description: 'Of another client',
      secret: newSecret(this.choices.secrets),
      created: this.now(),
      mode: account.mode,
      isOthers: true,
      failures: 0,
      isDisabled: false,
    }
    account.webhooks.set(webhook.id, webhook)
  }

  /** Deletes a webhook. */
  delete(account: Account, id: string): Outcome {
    if (!account.webhooks.delete(id)) throw new Refusal(404)
    return { status: this.choices.deleteStatus, kind: 'deletion', body: { id, deleted: true } }
  }

  /** A page of the webhooks, where the service lists them. */
  list(account: Account, query: URLSearchParams): Outcome {
    const { webhookListLate } = this.choices
    const all = [...account.webhooks.values()].filter(
      ({ created }) => created + webhookListLate <= this.now(),
    )
    if (this.choices.webhookList === 'newest-first') all.reverse()
    const after = query.get('cursor')?.slice('cur_'.length) ?? ''
    const start = after === '' ? 0 : 1 + all.findIndex(({ id }) => id === after)
    const size = this.choices.webhookList === 'paged' ? 2 : all.length
    const page = all.slice(start, start + size)
    const hasMore = start + page.length < all.length
    const data = page.map((webhook) => ({ ...this.#listed(webhook), ...this.#hint(webhook) }))
    const nextCursor = hasMore ? `cur_${page.at(-1)?.id ?? ''}` : null
    return { status: 200, kind: 'list', body: { data, hasMore, nextCursor } }
  }

  #show({ id, url, events, description, created, isDisabled }: StoredWebhook): Fields {
    const omitted = { absent: undefined, null: null, empty: '' }[this.choices.omittedDescription]
    const shown = description ?? omitted
    return {
      ...{ id, url, events: this.choices.shownTypes === 'sorted' ? [...events].sort() : events },
      ...(shown === undefined ? {} : { description: shown }),
      status: isDisabled ? 'disabled' : 'active',
      created: this.write(created),
    }
  }

  /** A webhook as the list shows it, which may name few of its fields. */
  #listed(webhook: StoredWebhook): Fields {
    const { id, url, status, ...rest } = this.#show(webhook)
    return this.choices.webhookList === 'brief' ? { id, url, status } : { id, url, status, ...rest }
  }

  #hint({ secret }: StoredWebhook): Fields {
    return this.choices.webhookList === 'with-hint' ? { secretHint: `whsec_••••${secret.slice(-4)}` } : {}
  }

  #urlIn({ url }: Fields): string {
    if (typeof url !== 'string' || !parseUrl(url)) throw new Refusal(400, 'url')
    const parsed = new URL(url)
    if (parsed.protocol !== 'https:') {
      throw new Refusal(400, 'url', { shown: true, says: 'The URL must use HTTPS.' })
    }
    const { urlLimit, urlGuard, fieldRefusal, shownUrl } = this.choices
    if (urlLimit !== null && url.length > urlLimit) throw new Refusal(fieldRefusal, 'url')
    if (!guards[urlGuard](parsed)) throw new Refusal(400, 'url')
    return shownUrl === 'normalized' ? parsed.href : url
  }

  #eventsIn({ events }: Fields): string[] {
    const isList = Array.isArray(events) && events.every((type) => typeof type === 'string')
    if (!isList) throw new Refusal(400, 'events')
    const { oddEvents, typeLimit, typePatterns, fieldRefusal } = this.choices
    if (typePatterns === 'refused' && events.some((type) => type !== '*' && type.includes('*')))
      throw new Refusal(400, 'events')
    const isMixed = events.includes('*') && events.length > 1
    const isOdd = events.length === 0 || isMixed || new Set(events).size < events.length
    if (isOdd && oddEvents === 'reject') throw new Refusal(400, 'events')
    if (typeLimit !== null && events.some(({ length }) => length > typeLimit))
      throw new Refusal(fieldRefusal, 'events')
    return events
  }

  #descriptionIn({ description }: Fields): string | undefined {
    if (description === undefined || description === null) return undefined
    const { descriptionLimit, fieldRefusal } = this.choices
    if (typeof description !== 'string') throw new Refusal(400, 'description')
    if (descriptionLimit !== null && description.length > descriptionLimit)
      throw new Refusal(fieldRefusal, 'description')
    return description
  }

  #assertRoom({ webhooks }: Account, url: string): void {
    const { duplicateUrls, webhookLimit } = this.choices
    const own = [...webhooks.values()].filter(({ isOthers }) => !isOthers)
    const isKnown = own.some((webhook) => webhook.url === url)
    if (isKnown && duplicateUrls !== 'accept') throw new Refusal(duplicateUrls, 'url')
    if (webhookLimit !== null && own.length >= webhookLimit) {
      throw new Refusal(limitStatuses[webhookLimit] ?? 400)
    }
  }
}
