import { alterRequest, type Mutant } from '../../support/breakage'
import { breakWebhooks, sentTo, signedAnew } from '../../support/breakage-webhooks'
import { breakDeliveries, sibling, standing, type Attempt, type DeliveryFate } from './attempts'
import { jsonOf, type Json } from '../changes'
import { ofFamily, type Condition } from './trap'
import { received } from '../diversions'

const full = 'full'
const conditions: readonly Condition<Attempt>[] = [
  {
    name: 'to-the-eleventh-webhook',
    says: 'to more than ten webhooks that stand',
    mode: full,
    holds: (attempt) => standing(attempt).findIndex(({ id }) => id === attempt.webhook.id) >= 10,
  },
  {
    name: 'to-the-third-webhook-of-a-type',
    says: 'to more than two webhooks of a type',
    mode: full,
    holds: (attempt) =>
      standing(attempt)
        .filter(({ events }) => events.includes(String(attempt.body.type)))
        .findIndex(({ id }) => id === attempt.webhook.id) >= 2,
  },
  {
    name: 'over-ten-at-once',
    says: 'of an event that was created beside more than ten others',
    mode: full,
    holds: ({ isCrowded }) => isCrowded,
  },
  {
    name: 'over-eight-kilobytes',
    says: 'of more than 8 kB',
    mode: full,
    holds: ({ bytes }) => bytes > 8_192,
  },
  {
    name: 'when-tried-again',
    says: 'that is tried again',
    mode: full,
    holds: ({ attempts }) => attempts > 0,
  },
  {
    name: 'after-five-others',
    says: 'to a webhook that got five before',
    mode: full,
    holds: ({ before }) => before >= 5,
  },
  {
    name: 'beyond-ascii',
    says: 'of an event with letters beyond ASCII',
    mode: full,
    holds: ({ body }) => /[^ -~]/.test(JSON.stringify(body)),
  },
  {
    name: 'to-many-types',
    says: 'to a webhook with more than one type',
    mode: full,
    holds: ({ webhook }) => webhook.events.length > 1,
  },
  {
    name: 'to-star',
    says: 'to a webhook for all events',
    mode: full,
    holds: ({ webhook }) => webhook.events.includes('*'),
  },
  {
    name: 'beside-a-deleted-webhook',
    says: 'once another webhook was deleted',
    mode: full,
    holds: ({ all }) => all.some(({ isDeleted, isTest }) => isDeleted && !isTest),
  },
]

const foreign = { secret: 'whsec_YW5vdGhlci1zZWNyZXQtdGhhbi10aGUtcmlnaHQ=' }

const fates: readonly {
  name: string
  says: string
  rule: string
  besides?: readonly string[]
  meet: DeliveryFate
  never?: readonly string[]
}[] = [
  {
    name: 'lost',
    says: 'is lost',
    rule: 'DL-1',
    besides: ['DL-3', 'DL-5', 'DL-4', 'WD-6'],
    meet: received,
    never: ['when-tried-again'],
  },
  {
    name: 'doubled',
    says: 'comes twice',
    rule: 'DL-7',
    meet: async (delivery, _attempt, send) => {
      await send(delivery.clone())
      return send(delivery)
    },
    // A delivery that was refused is tried again by any schedule.
    never: ['when-tried-again'],
  },
  {
    name: 'unsigned',
    says: 'has no signature',
    rule: 'DL-5',
    meet: async (delivery, _attempt, send) =>
      send(
        await alterRequest(delivery, {
          headers: (headers) =>
            ['id', 'timestamp', 'signature'].forEach((name) => headers.delete(`webhook-${name}`)),
        }),
      ),
  },
  {
    name: 'signed-by-another-secret',
    says: 'is signed with another secret',
    rule: 'DL-5',
    meet: async (delivery, { webhook, all }, send) =>
      send(await signedAnew(delivery, all.find(({ id }) => id !== webhook.id) ?? foreign)),
  },
  {
    name: 'emptied',
    says: 'has an empty payload',
    rule: 'DL-1',
    besides: ['DL-3'],
    meet: async (delivery, { webhook }, send) =>
      send(await signedAnew(delivery, webhook, (event) => ({ ...event, data: {} }))),
  },
  {
    name: 'mixed-up',
    says: 'has the payload of another',
    rule: 'DL-1',
    besides: ['DL-3'],
    meet: async (delivery, { webhook, body }, send, others) => {
      const other = [...others].reverse().find(({ id }) => id !== body.id)
      return send(await signedAnew(delivery, webhook, (event) => ({ ...event, data: other?.data ?? {} })))
    },
  },
  {
    name: 'sent-without-query',
    says: 'goes to the url without its query',
    rule: 'DL-4',
    meet: async (delivery, _attempt, send) => {
      const url = new URL(delivery.url)
      url.search = ''
      return send(await sentTo(delivery, url.href))
    },
    // Checks of these conditions count deliveries; one URL with a query shows whether it is kept.
    never: [
      'to-the-eleventh-webhook',
      'to-the-third-webhook-of-a-type',
      'over-ten-at-once',
      'over-eight-kilobytes',
      'when-tried-again',
      'after-five-others',
      'beyond-ascii',
      'to-many-types',
      'to-star',
    ],
  },
]

const underConditions = fates.flatMap(({ name, says, meet, never = [], ...rest }) =>
  conditions
    .filter((condition) => !never.includes(condition.name))
    .map((condition): Mutant => ({
      ...rest,
      id: `delivery-${name}-${condition.name}`,
      title: `a delivery ${condition.says} ${says}`,
      mode: condition.mode,
      break: breakDeliveries(condition.holds, meet),
    })),
)

/** Two webhooks of one URL: each has a secret, and each delivery has to be signed with one of them. */
const ofOneUrl: readonly Mutant[] = [
  {
    id: 'second-webhook-of-a-url-is-unsigned',
    title: 'deliveries to the second webhook of a url have no signature',
    rule: 'DL-5',
    mode: full,
    break: breakDeliveries(
      (attempt) => sibling(attempt) !== undefined,
      async (delivery, _attempt, send) =>
        send(
          await alterRequest(delivery, {
            headers: (headers) =>
              ['id', 'timestamp', 'signature'].forEach((name) => headers.delete(`webhook-${name}`)),
          }),
        ),
    ),
  },
  {
    id: 'second-webhook-of-a-url-is-signed-by-the-first',
    title: 'deliveries to the second webhook of a url are signed with the secret of the first',
    rule: 'DL-5',
    mode: full,
    break: breakDeliveries(
      (attempt) => sibling(attempt) !== undefined,
      async (delivery, attempt, send) => send(await signedAnew(delivery, sibling(attempt) ?? foreign)),
    ),
  },
  {
    id: 'second-webhook-of-a-url-gets-empty-payloads',
    title: 'deliveries to the second webhook of a url have empty payloads',
    rule: 'DL-1',
    besides: ['DL-5'],
    mode: full,
    break: breakDeliveries(
      (attempt) => sibling(attempt) !== undefined,
      async (delivery, { webhook }, send) =>
        send(await signedAnew(delivery, webhook, (event) => ({ ...event, data: {} }))),
    ),
  },
]

/** Events that a queue takes for one. */
const collapsed: readonly Mutant[] = [
  {
    id: 'equal-events-are-delivered-once',
    title: 'of events with equal type and payload the first is delivered alone',
    alike: (event: Json) => JSON.stringify([event.type, event.data]),
  },
  {
    id: 'events-of-equal-payload-are-delivered-once',
    title: 'of events with equal payloads the first is delivered alone',
    alike: (event: Json) => JSON.stringify(event.data),
  },
].map(({ id, title, alike }) => ({
  id,
  title,
  rule: 'DL-1',
  mode: full,
  break: () => {
    const seen = new Map<string, unknown>()
    return breakWebhooks(() => ({
      async deliver(delivery, webhook, send) {
        const event = await jsonOf(delivery)
        const which = `${webhook.id} ${alike(event)}`
        if (!seen.has(which)) seen.set(which, event.id)
        return seen.get(which) === event.id ? send(delivery) : received()
      },
    }))()
  },
}))

/** Mutants whose deliveries go wrong under a condition. */
export const brokenDeliveries = ofFamily('broken deliveries', [...underConditions, ...ofOneUrl, ...collapsed])
