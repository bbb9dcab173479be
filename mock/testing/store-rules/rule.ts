import type { EndedAttempt } from '../../store/attempts'
import type { Claim, ClaimedDelivery } from '../../store/claims'
import type { Mode, StoreContent, StoredEvent, StoredKey, StoredWebhook } from '../../store/records'
import type { Ingestion, IngestResult, Opening, Store } from '../../store/store'

/** The means of a rule. */
export interface StoreTrial {
  /** A fresh store that was opened without data. */
  store: Store
  /** Makes a fresh store and does not open it. It is closed at the end of the rule. */
  unopened(): Promise<Store>
  /** Makes a second store on the data of another one, and does not open it. Absent where each store has data of its own. */
  another?(store: Store): Promise<Store>
}

/** Rules of the contract of a store, by their titles. */
export type StoreRules = Readonly<Record<string, (trial: StoreTrial) => Promise<void>>>

/** A time of the service at which most rules begin: 1 January 2026. */
export const start = Date.UTC(2026, 0, 1)
export const second = 1_000
export const day = 86_400_000
/** A lease that does not end within a rule. */
export const longLease = 600_000

/** The dialect with which the stores of the rules are opened, as JSON text. */
export const dialect = '{"eventCreation":{"status":201},"pageSize":20}'

export const noContent: StoreContent = { keys: [], webhooks: [], events: [], idempotency: [], deliveries: [] }

/** Opens a store as a backend does. */
export function openStore(
  store: Store,
  content: Partial<StoreContent> = {},
  options: Partial<Pick<Opening, 'settings'>> = {},
): Promise<boolean> {
  return store.open({
    ...options,
    dialect,
    now: () => start,
    content: () => Promise.resolve({ ...noContent, ...content }),
  })
}

/** Opens a second store on the data of another one. */
export async function openAnother({ another }: StoreTrial, store: Store): Promise<Store> {
  if (!another) throw new Error('The rule needs stores that share their data.')
  const second = await another(store)
  await openStore(second)
  return second
}

export function expect(isTrue: boolean, failure: string): asserts isTrue {
  if (!isTrue) throw new Error(failure)
}

/** The error of some work, which has to fail. */
export async function failureOf(work: Promise<unknown>, success: string): Promise<unknown> {
  const failure: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure !== undefined, success)
  return failure
}

/** Compares two values as JSON. The order of fields makes no difference. */
export function expectEqual(given: unknown, wanted: unknown, subject: string): void {
  const [one, other] = [JSON.stringify(sorted(given)), JSON.stringify(sorted(wanted))]
  expect(one === other, `${subject} has to be ${other}. It was ${one}.`)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, field]) => [name, sorted(field)]),
  )
}

/** Makes a text that no other call has made. */
export function uniqueName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('')
}

export function makeEvent(fields: Partial<StoredEvent> = {}): StoredEvent {
  const id = `evt_${uniqueName()}`
  const type = fields.type ?? 'order.paid'
  const created = '2026-01-01T00:00:00.000Z'
  return { id, mode: 'live', type, created, json: JSON.stringify({ id, type, created, data: {} }), ...fields }
}

export function makeWebhook(fields: Partial<StoredWebhook> = {}): StoredWebhook {
  return {
    id: `wh_${uniqueName()}`,
    mode: 'live',
    url: 'https://receiver.example/hook',
    events: ['*'],
    status: 'active',
    secret: `whsec_${uniqueName()}`,
    created: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

export function makeKey(fields: Partial<StoredKey> = {}): StoredKey {
  return {
    id: `key_${uniqueName()}`,
    key: `sk_live_${uniqueName()}`,
    mode: 'live',
    name: 'first',
    scopes: null,
    expiresAt: null,
    created: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

/** Creates an event. */
export async function ingest(
  store: Store,
  event: StoredEvent = makeEvent(),
  more: Partial<Ingestion> = {},
): Promise<IngestResult> {
  return store.ingest({ event, now: start, deliver: true, ...more })
}

/** Claims with a limit that no rule reaches. */
export function claim(store: Store, more: Partial<Claim> = {}): Promise<ClaimedDelivery[]> {
  return store.claim({ now: start, limit: 100, perWebhook: 100, held: new Map(), lease: longLease, ...more })
}

/** An attempt of a claimed delivery as its worker tells it. */
export function ended(
  { webhookId, url, attempts, resent }: ClaimedDelivery,
  outcome: EndedAttempt['outcome'],
  more: Partial<EndedAttempt> = {},
): EndedAttempt {
  return { webhookId, url, at: start, outcome, attempt: attempts + 1, duration: 5, resent, ...more }
}

/** The ids of events, webhooks or claims, in their order. */
export const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** All items of a list, page by page. */
export async function allEvents(
  store: Store,
  mode: Mode,
  order: 'newest-first' | 'oldest-first' | 'by-id',
  limit: number,
): Promise<StoredEvent[]> {
  const items: StoredEvent[] = []
  let after: number | string | undefined
  do {
    const slice = await store.events(mode, { limit, order, after })
    expect(slice.items.length <= limit, `A page of ${limit} had ${slice.items.length} items.`)
    items.push(...slice.items)
    after = slice.next
  } while (after !== undefined)
  return items
}

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Repeats `look` until it holds: what one store does may reach another one a moment later. */
export async function until(look: () => Promise<boolean>, failure: string, limit = 10_000): Promise<void> {
  for (const begin = performance.now(); !(await look()); await wait(10)) {
    expect(performance.now() - begin < limit, failure)
  }
}
