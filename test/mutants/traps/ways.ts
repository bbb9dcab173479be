import { parseObject, usesTestKey, type Breakage, type Fetch, type Mutant } from '../../support/breakage'
import {
  breakWebhooks,
  deliveryOf,
  isFor,
  signedAnew,
  unsigned,
  type KnownWebhook,
} from '../../support/breakage-webhooks'
import { creates, jsonOf, keyOf, type Json } from '../changes'
import { isForAll, received } from '../diversions'
import { ofFamily } from './trap'
import { rulesOf } from '../table'

/** The kinds of creations that a service may treat by other code. */
const kinds: Readonly<Record<string, (request: Request, text: string) => boolean>> = {
  'any-event': () => true,
  'keyed-event': (request, text) => keyOf(request, text) !== undefined,
  'large-event': (_request, text) => text.length > 8_000,
  'event-beyond-ascii': (_request, text) => /[^ -~]/.test(text),
}

/** The webhooks that a service may look up by other code. */
const webhooks: Readonly<Record<string, (webhook: KnownWebhook) => boolean>> = {
  star: isForAll,
  'several-types': ({ events }) => events.length > 1,
  described: ({ description }) => description !== undefined,
  'a-query': ({ url }) => url.includes('?'),
}

type Meet = (delivery: Request, webhook: KnownWebhook, send: Fetch) => Response | Promise<Response>

/** The ways in which a broken service treats the deliveries of a live event. */
const fates: Readonly<Record<string, readonly [rules: string, meet: Meet]>> = {
  lost: ['DL-1 DL-3 DL-4', received],
  unsigned: ['DL-5', async (delivery, _webhook, send) => send(await unsigned(delivery))],
  emptied: [
    'DL-1 DL-3',
    async (delivery, webhook, send) =>
      send(await signedAnew(delivery, webhook, (event) => ({ ...event, data: {} }))),
  ],
}

const nameOf = ({ type, data }: Json) => JSON.stringify([type, data])

/** Has the deliveries of some events to some webhooks meet another fate. */
export function divert(
  isKind: (request: Request, text: string) => boolean,
  isOne: (webhook: KnownWebhook) => boolean,
  meet: Meet,
): Breakage {
  return breakWebhooks(() => {
    const met = new Set<string>()
    return {
      async fetch(request, answer) {
        const text = creates(request) ? await request.clone().text() : ''
        if (text !== '' && isKind(request, text)) met.add(nameOf(parseObject(text) ?? {}))
        return answer(request)
      },
      deliver: async (delivery, webhook, send) =>
        met.has(nameOf(await jsonOf(delivery))) && isOne(webhook)
          ? meet(delivery, webhook, send)
          : send(delivery),
    }
  })
}

/** Delivers some events, signed, to live webhooks that must not get them, as soon as they are created. */
const deliverBesides = (
  isKind: (request: Request, text: string) => boolean,
  isOne: (webhook: KnownWebhook) => boolean,
): Breakage =>
  breakWebhooks((all) => ({
    async fetch(request, answer, deliver) {
      const text = await request.clone().text()
      const response = await answer(request.clone())
      const isReplay = response.headers.has('idempotency-replayed')
      if (!creates(request) || !response.ok || isReplay || !isKind(request, text)) return response
      const event = await jsonOf(response)
      for (const one of all) {
        if (!isFor(one, event) || one.isTest || !isOne(one)) continue
        const delivery = deliveryOf(event, one.url, { 'webhook-timestamp': '1795000000' })
        await deliver(await signedAnew(delivery, one))
      }
      return response
    },
  }))

/** Mutants that go wrong where a kind of events meets a kind of webhooks. */
export const waysOfDeliveries = ofFamily(
  'ways of deliveries',
  Object.entries(kinds).flatMap(([kind, isKind]) =>
    Object.entries(webhooks).flatMap(([name, isOne]): Mutant[] => [
      ...Object.entries(fates).map(([fate, [rules, meet]]) => ({
        ...{ id: `${kind}-to-${name}-is-${fate}`, ...rulesOf(rules), mode: 'full' as const },
        break: divert(isKind, isOne, meet),
      })),
      {
        ...{ id: `${kind}-of-test-keys-goes-to-${name}`, rule: 'DL-6', mode: 'full' },
        break: deliverBesides(
          (request, text) => usesTestKey(request) && isKind(request, text),
          (webhook) => !webhook.isDeleted && isOne(webhook),
        ),
      },
      {
        ...{ id: `${kind}-goes-to-deleted-${name}`, rule: 'WD-5', mode: 'full' },
        break: deliverBesides(
          (request, text) => !usesTestKey(request) && isKind(request, text),
          (webhook) => webhook.isDeleted && isOne(webhook),
        ),
      },
    ]),
  ),
)
