import fc from 'fast-check'
import { dialectFields, type Dialect } from '../../generated/dialect'

/** Values of which few fit anywhere. */
export const junk = fc.constantFrom<unknown>(null, 0, -1, 1.5, '', ' ', 'a', true, [], {}, ['a'], [{}])

/** A list of some entries, or now and then something that is none. */
function listOf(entry: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: fc.array(entry, { maxLength: 2 }) }, junk)
}

/** An object with some of these fields. Each field is mostly right, and sometimes there is one more. */
function objectOf(fields: Record<string, readonly unknown[]>): fc.Arbitrary<object> {
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, right]) => [
      name,
      fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...right) }, junk),
    ]),
  )
  const stray = fc.oneof({ weight: 12, arbitrary: fc.constant({}) }, fc.constant({ stray: 1 }))
  return fc.tuple(fc.record(values, { requiredKeys: [] }), stray).map(([one, more]) => ({ ...one, ...more }))
}

/** Gives each entry a value of its own in `field`, where it has one: two of one name are a fault that no schema can tell. */
function apart(list: unknown, field: string): unknown {
  if (!Array.isArray(list)) return list
  return list.map((entry: Record<string, unknown>, index) =>
    typeof entry?.[field] === 'string' ? { ...entry, [field]: `${entry[field]}${index}` } : entry,
  )
}

// Each of them is a moment of the calendar, or none by its form.
const times = [
  '2026-11-21T03:00:00.000Z',
  '2026-11-21T03:00+00:00',
  '2026-13-01T00:00:00Z',
  '2026-11-21',
  'x',
]
const modes = ['live', 'test', 'both']

const event = objectOf({
  type: ['order.paid', ''],
  data: [{}, 1, null],
  id: ['evt_1', 'evt_', '1'],
  created: times,
  mode: modes,
  idempotencyKey: ['k', ''],
})
const webhook = objectOf({
  url: ['https://a.example', 'HTTPS://a.example', 'http://a.example', 'https:'],
  events: [['*'], ['a', 'b'], []],
  description: ['a', null],
  id: ['wh_1', 'evt_1'],
  secret: ['whsec_a', 'a'],
  created: times,
  mode: modes,
  status: ['active', 'disabled', 'paused'],
})
const key = objectOf({
  key: ['sk_live_a', 'sk_test_a', 'sk_a', ['sk_live_a'], 'sk_live_\u00e9'],
  name: ['a'],
  scopes: [null, [], ['events:read'], ['events']],
  expiresAt: [null, ...times],
  id: ['key_1'],
  created: times,
  mode: modes,
})

/** Seeds, right and wrong. No two entries have one name, and every time that has the right form is a moment of the calendar. */
export const seeds: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record(
      {
        $schema: fc.constantFrom<unknown>('./seed.schema.json', 1),
        events: listOf(event).map((list) => apart(list, 'id')),
        webhooks: listOf(webhook).map((list) => apart(list, 'id')),
        keys: listOf(key).map((list) => apart(apart(list, 'key'), 'id')),
        deliveries: fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, junk),
        now: fc.constantFrom(...times),
        stray: junk,
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
  junk,
)

/** Deliveries of a seed that has the event `evt_1` and the webhook `wh_1`. */
export const deliveries: fc.Arbitrary<unknown> = listOf(
  objectOf({ webhookId: ['wh_1'], eventId: ['evt_1'], attempts: [0, 3, -1, 0.5], dueAt: times }),
)

const dialectValue = (field: keyof Dialect) => {
  const { samples } = dialectFields[field]
  const right = fc.constantFrom<unknown>(...samples)
  const changed = fc
    .tuple(right, fc.constantFrom('in', 'name', 'scheme', 'missingKey', '401', 'event', 'stray'), junk)
    .map(([value, name, other]) =>
      typeof value === 'object' && value !== null ? { ...value, [name]: other } : other,
    )
  return fc.oneof({ weight: 30, arbitrary: right }, changed, junk)
}

/** Dialects, right and wrong. */
export const dialects: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record(
      {
        $schema: fc.constantFrom<unknown>('./dialect.schema.json', 1),
        ...Object.fromEntries(
          (Object.keys(dialectFields) as (keyof Dialect)[]).map((field) => [field, dialectValue(field)]),
        ),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
  junk,
)

/** Files of known failures, right and wrong. Every last day that has the right form is a day of the calendar. */
export const baselines: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record(
      {
        $schema: fc.constantFrom<unknown>('./baseline.schema.json', 1),
        known: listOf(
          objectOf({
            check: ['delete-webhook', 'delete-webhok'],
            rule: ['WD-2', 'WD-99'],
            reason: ['ticket 12', '   '],
            until: ['2026-12-31', '2026-12-31T00:00:00Z', '2026-13-01', '+012026-01', 'soon'],
          }),
        ),
        stray: junk,
      },
      { requiredKeys: ['known'], noNullPrototype: true },
    ),
  },
  junk,
)
