import type { Dialect } from '@event-delivery/mock'

/** Values of every field of a dialect: all of them, or both ends and a middle of what has no end. */
const values = {
  idempotency: [
    { in: 'both' },
    { in: 'header', name: 'Idempotency-Key' },
    { in: 'header', name: 'X-Idempotency-Key' },
    { in: 'body', name: 'idempotencyKey' },
    { in: 'body', name: 'idempotency_key' },
  ],
  createEventStatus: [200, 201, 202],
  replayEventStatus: [200, 201, 202],
  deleteWebhookStatus: [200, 202],
  lastPageCursor: ['null', 'absent'],
  defaultPageSize: [1, 20, 100],
  listOrder: ['newest-first', 'oldest-first'],
  overMaxLimit: ['reject', 'clamp'],
  errorCodes: [{}, { 401: 'who', 403: 'not_you', 429: 'slow_down', 500: 'oops' }],
  missingScopeStatus: [401, 403],
  expiredKeyStatus: [401, 403],
  retryAfter: ['seconds', 'http-date'],
  signature: [
    { scheme: 'standard-webhooks' },
    { scheme: 'svix' },
    { scheme: 'timestamped-hex', header: 'acme-signature' },
    { scheme: 'body-hex', header: 'x-hub-signature-256' },
    { scheme: 'unknown', header: 'x-odd-signature' },
  ],
  deliveryBody: ['event', 'standard-webhooks'],
  idempotencyMismatch: ['original', '409', '422'],
  unknownFields: ['ignore', 'reject'],
  nonObjectData: ['accept', 'reject'],
  emptyOrMixedEvents: ['accept', 'reject'],
  omittedDescription: ['absent', 'null'],
  maxPayloadBytes: [65_536, 262_144],
  operations: [
    {},
    { retrieveEvent: null },
    { listWebhooks: null, createKey: null },
    { retrieveEvent: null, listWebhooks: null, createKey: null },
  ],
} as const satisfies { [Field in keyof Dialect]-?: readonly Dialect[Field][] }

export const fields = Object.keys(values) as (keyof typeof values)[]
const sizes = fields.map((field) => values[field].length)

/** A value of each field, by its place in the list of values. */
export type Row = readonly number[]

const pair = (one: number, value: number, other: number, otherValue: number) =>
  one < other ? `${one}=${value},${other}=${otherValue}` : `${other}=${otherValue},${one}=${value}`

/** Every pair of values of two fields. */
export function allPairs(): Set<string> {
  const pairs = new Set<string>()
  for (const [one, size] of sizes.entries()) {
    for (let other = one + 1; other < sizes.length; other++) {
      for (let value = 0; value < size; value++) {
        for (let otherValue = 0; otherValue < (sizes[other] ?? 0); otherValue++) {
          pairs.add(pair(one, value, other, otherValue))
        }
      }
    }
  }
  return pairs
}

/** The pairs that a row holds. */
export function pairsOf(row: Row): string[] {
  return row.flatMap((value, one) =>
    row.slice(one + 1).map((otherValue, step) => pair(one, value, one + 1 + step, otherValue)),
  )
}

/** Rows that together hold every pair. Greedy and without chance: the same table each time. */
export function pairwiseRows(): Row[] {
  const open = allPairs()
  const rows: Row[] = []
  while (open.size > 0) {
    const [first = ''] = open
    const chosen = new Map(first.split(',').map((part) => part.split('=').map(Number) as [number, number]))
    for (const [field, size] of sizes.entries()) {
      if (chosen.has(field)) continue
      let best = 0
      let mostNew = -1
      for (let step = 0; step < size; step++) {
        // Another start in each row: where nothing decides, values take turns.
        const value = (step + rows.length) % size
        const covered = [...chosen].filter(([other, otherValue]) =>
          open.has(pair(field, value, other, otherValue)),
        ).length
        if (covered > mostNew) [best, mostNew] = [value, covered]
      }
      chosen.set(field, best)
    }
    const row = fields.map((_field, index) => chosen.get(index) ?? 0)
    for (const held of pairsOf(row)) open.delete(held)
    rows.push(row)
  }
  return rows
}

/** The dialect of a row. */
export function dialectOf(row: Row): Dialect {
  return Object.fromEntries(fields.map((field, index) => [field, values[field][row[index] ?? 0]]))
}
