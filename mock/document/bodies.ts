import { examples } from '../../generated/examples'
import { jsonAnswer, type Answer } from '../http/answer'
import { eventJson, webhookResource } from '../http/resource-json'
import type { SeedEvent, SeedWebhook } from '../state/seed'
import { parseTimestamp } from '../settings/timestamp'
import type { StoredWebhook } from '../store/records'
import type { Resolution } from './resolution'

interface ExampleEvent extends SeedEvent {
  id: string
  created: string
}

type ExampleWebhook = SeedWebhook & StoredWebhook

/** The answers to requests that succeed, by the names that their examples have in the document. */
export type Successes = Record<string, Answer>

const shownPage = examples.firstEventPage as { data: ExampleEvent[]; nextCursor: string }
const { data: lastShown } = examples.lastEventPage as { data: ExampleEvent[] }
const shownWebhook = examples.warehouseWithSecret as ExampleWebhook

/**
 * The successes that the document shows, as the mock answers in a dialect, by their schemas. A schema whose answers no dialect changes
 * needs none: those of the document stand. Their statuses are those of the default dialect. */
export function successesOf(resolution: Resolution): Record<string, Successes> {
  const { additions, random, clock } = resolution
  const chance = { random, now: clock.now() }
  const write = (one: ExampleEvent) => {
    const created = additions.timestamp(parseTimestamp(one.created))
    return {
      id: one.id,
      created,
      type: one.type,
      json: eventJson({ ...one, created, data: JSON.stringify(one.data) }, resolution),
    }
  }
  const { json: eventText, ...eventFields } = write(examples.orderPaid as ExampleEvent)
  const event = jsonAnswer(200, eventText, { kind: 'event', fields: eventFields })

  const created = additions.timestamp(parseTimestamp(shownWebhook.created))
  const stored: StoredWebhook = { ...shownWebhook, mode: 'live', created }
  const webhook = webhookResource(stored, resolution)
  const listed = webhookResource(stored, resolution, 'listedWebhook')
  const { id, url, status, secret } = stored
  const registered = JSON.stringify({ ...webhook, secret })
  const deletion = { id, deleted: true, ...additions.fields.deletion?.({ id }, chance) }

  const page = (items: string[], next: string | undefined) => pageAnswer(items, next, resolution)
  const [first = [], last = []] = pagesOf(
    [...shownPage.data, ...lastShown],
    shownPage.data.length,
    resolution,
  )
  const { created: _created, ...key } = examples.reportingKey as { created: string }
  const keyCreated = additions.timestamp(clock.now())
  return {
    Event: { orderPaid: event },
    EventPage: {
      firstPage: page(
        first.map((one) => write(one).json),
        shownPage.nextCursor,
      ),
      lastPage: page(
        last.map((one) => write(one).json),
        undefined,
      ),
    },
    WebhookWithSecret: {
      warehouse: jsonAnswer(200, registered, { kind: 'webhook', fields: { id, url, status, created } }),
    },
    WebhookPage: { onlyPage: pageAnswer([JSON.stringify(listed)], undefined, resolution, 'webhookList') },
    WebhookDeletion: {
      warehouse: jsonAnswer(200, JSON.stringify(deletion), { kind: 'deletion', fields: { id } }),
    },
    Key: { reporting: jsonAnswer(200, JSON.stringify({ ...key, created: keyCreated })) },
  }
}

/** OQ-06: the example events in the order of the dialect, `size` on the first page. */
function pagesOf(events: ExampleEvent[], size: number, { dialect }: Resolution): ExampleEvent[][] {
  const field = dialect.listOrder === 'by-id' ? 'id' : 'created'
  const sorted = [...events].sort((one, other) => (one[field] < other[field] ? -1 : 1))
  if (dialect.listOrder === 'newest-first') sorted.reverse()
  return [sorted.slice(0, size), sorted.slice(size)]
}

/** OQ-04, OQ-38: the list envelope. */
function pageAnswer(
  items: string[],
  next: string | undefined,
  { dialect, additions, random, clock }: Resolution,
  kind: 'list' | 'webhookList' = 'list',
) {
  const { lastPageCursor = dialect.lastPageCursor } = kind === 'webhookList' ? dialect.webhookList : dialect
  const hasMore = next !== undefined
  // The cursor that stands behind all items is as opaque as any other one.
  const nextCursor = next ?? (lastPageCursor === 'present' ? `${shownPage.nextCursor}Z` : null)
  const isShown = nextCursor !== null || lastPageCursor === 'null'
  const fields = { hasMore, nextCursor, count: items.length }
  const further = additions.fields[kind]?.(fields, { random, now: clock.now() })
  const data = items.map((item) => JSON.parse(item) as unknown)
  const json = JSON.stringify({ data, hasMore, ...(isShown ? { nextCursor } : {}), ...further })
  return jsonAnswer(200, json, { kind: 'list', fields })
}
