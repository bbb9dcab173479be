import {
  breakWebhooks,
  foreign,
  sentTo,
  signedAnew,
  unsigned,
  type KnownWebhook,
} from '../../support/breakage-webhooks'
import { breakDeliveries, sendTwice, sibling, standing, type Attempt, type DeliveryFate } from './attempts'
import { jsonOf, type Json } from '../changes'
import { mutantTable } from '../table'
import { conditions, ofFamily, underConditions, type Fate } from './trap'
import { received } from '../diversions'
import { alterRequest, type Breakage } from '../../support/breakage'

const placeOf = ({ webhook }: Attempt, among: Attempt['all']) =>
  among.findIndex(({ id }) => id === webhook.id)

const deliveryConditions = conditions<Attempt>({
  'to-the-eleventh-webhook': (attempt) => placeOf(attempt, standing(attempt)) >= 10,
  'to-the-third-webhook-of-a-type': (attempt) => {
    const type = String(attempt.body.type)
    const subscribers = standing(attempt).filter(({ events }) => events.includes(type))
    return placeOf(attempt, subscribers) >= 2
  },
  'over-ten-at-once': ({ underway }) => underway > 10,
  'over-eight-kilobytes': ({ bytes }) => bytes > 8_192,
  'when-tried-again': ({ attempts }) => attempts > 0,
  'after-five-others': ({ before }) => before >= 5,
  'beyond-ascii': ({ body }) => /[^ -~]/.test(JSON.stringify(body)),
  'to-many-types': ({ webhook }) => webhook.events.length > 1,
  'to-star': ({ webhook }) => webhook.events.includes('*'),
  'while-another-does-not-answer': ({ beside }) => beside.waiting > 0,
  'after-another-failed': ({ beside }) => beside.failed > 0,
  'after-another-failed-once': ({ beside }) => beside.failed === 1,
  'beside-a-deleted-webhook': ({ all }) => all.some(({ isDeleted, isTest }) => isDeleted && !isTest),
})

/** Deliveries that few checks look at for themselves. */
const asides = conditions<Attempt>({
  'of-an-equal-event': ({ isEqual }) => isEqual,
  'of-an-empty-payload': ({ body }) => JSON.stringify(body.data) === '{}',
  'to-one-that-failed': ({ hasFailed }) => hasFailed,
})

const sendUnsigned: DeliveryFate = async (delivery, _attempt, send) => send(await unsigned(delivery))
const sendEmpty: DeliveryFate = async (delivery, { webhook }, send) =>
  send(await signedAnew(delivery, webhook, (event) => ({ ...event, data: {} })))

const fates: Readonly<Record<string, Fate<DeliveryFate>>> = {
  lost: { rules: 'DL-1 DL-3 DL-5 DL-4 WD-6', meet: received, never: ['when-tried-again'] },
  doubled: {
    rules: 'DL-7',
    meet: sendTwice,
    // A delivery that was refused is tried again by any schedule.
    never: ['when-tried-again'],
  },
  unsigned: { rules: 'DL-5', meet: sendUnsigned },
  'signed-by-another-secret': {
    rules: 'DL-5',
    meet: async (delivery, { webhook, all }, send) =>
      send(await signedAnew(delivery, all.find(({ id }) => id !== webhook.id) ?? foreign)),
  },
  emptied: { rules: 'DL-1 DL-3', meet: sendEmpty },
  // A delivery has the payload of another one.
  'mixed-up': {
    rules: 'DL-1 DL-3',
    meet: async (delivery, { webhook, body }, send, others) => {
      const other = [...others].reverse().find(({ id }) => id !== body.id)
      return send(await signedAnew(delivery, webhook, (event) => ({ ...event, data: other?.data ?? {} })))
    },
  },
  'sent-without-query': {
    rules: 'DL-4',
    meet: async (delivery, _attempt, send) => {
      const url = new URL(delivery.url)
      url.search = ''
      return send(await sentTo(delivery, url.href))
    },
    // Checks of the other conditions count deliveries; one URL with a query shows whether it is kept.
    never: deliveryConditions.map(({ name }) => name).filter((name) => name !== 'beside-a-deleted-webhook'),
  },
}

/** Has deliveries to the second webhook of a URL meet another fate. */
const breakSecond = (meet: DeliveryFate) => breakDeliveries((attempt) => sibling(attempt) !== undefined, meet)

/** Delivers of the events that are alike the first alone, as a queue does that takes them for one. */
const collapse =
  (alike: (event: Json) => unknown): Breakage =>
  () => {
    const seen = new Map<string, unknown>()
    return breakWebhooks(() => ({
      async deliver(delivery, webhook, send) {
        const event = await jsonOf(delivery)
        const which = JSON.stringify([webhook.id, alike(event)])
        if (!seen.has(which)) seen.set(which, event.id)
        return seen.get(which) === event.id ? send(delivery) : received()
      },
    }))()
  }

function anHourAfter({ created }: Json): string {
  return new Date(Date.parse(String(created)) + 3_600_000).toISOString()
}

/** Delivers events of test keys to some of the webhooks that test keys registered. */
const deliverTestEvents =
  (concerns: (webhook: KnownWebhook) => boolean): Breakage =>
  (clock) => ({
    ...breakWebhooks(() => ({
      deliver: (delivery, webhook, send) =>
        webhook.isTest && !concerns(webhook) ? received() : send(delivery),
    }))(clock),
    options: { dialect: { testDeliveries: 'test-webhooks' } },
  })

/** Mutants whose deliveries go wrong under a condition. */
export const brokenDeliveries = ofFamily('broken deliveries', [
  ...underConditions('delivery', fates, deliveryConditions, breakDeliveries),
  ...underConditions(
    'delivery',
    Object.fromEntries(Object.entries(fates).filter(([, { rules }]) => rules === 'DL-5')),
    asides,
    breakDeliveries,
  ),
  ...mutantTable(
    {
      'DL-4': {
        'tried-again-by-put': breakDeliveries(
          ({ attempts }) => attempts > 0,
          async (delivery, _attempt, send) => send(await alterRequest(delivery, { method: 'PUT' })),
        ),
        'tried-again-at-another-path': breakDeliveries(
          ({ attempts }) => attempts > 0,
          async (delivery, _attempt, send) => send(await sentTo(delivery, `${delivery.url}/`)),
        ),
      },
      // Each of two webhooks of one URL has a secret, and each delivery has to be signed with one of them.
      'DL-5': {
        'second-webhook-of-a-url-is-unsigned': breakSecond(sendUnsigned),
        'second-webhook-of-a-url-is-signed-by-the-first': breakSecond(async (delivery, attempt, send) =>
          send(await signedAnew(delivery, sibling(attempt) ?? foreign)),
        ),
      },
      'DL-1 DL-5': { 'second-webhook-of-a-url-gets-empty-payloads': breakSecond(sendEmpty) },
      'DL-1': {
        'events-are-delivered-as-created-an-hour-later': breakWebhooks(() => ({
          deliver: async (delivery, webhook, send) =>
            send(await signedAnew(delivery, webhook, (event) => ({ ...event, created: anHourAfter(event) }))),
        })),
        'equal-events-are-delivered-once': collapse(({ type, data }) => [type, data]),
        'events-of-equal-payload-are-delivered-once': collapse(({ data }) => data),
      },
      'DL-8': {
        'test-events-go-to-test-webhooks': deliverTestEvents(() => true),
        'test-events-go-to-test-webhooks-for-all': deliverTestEvents(({ events }) => events.includes('*')),
        'test-events-go-to-test-webhooks-of-their-type': deliverTestEvents(
          ({ events }) => !events.includes('*'),
        ),
      },
    },
    { mode: 'full' },
  ),
])
