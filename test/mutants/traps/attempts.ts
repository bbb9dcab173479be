import type { Breakage, Fetch } from '../../support/breakage'
import { breakWebhooks, type KnownWebhook } from '../../support/breakage-webhooks'
import { creates, jsonOf, type Json } from '../changes'

/** A delivery on its way, and what came before it. */
export interface Attempt {
  webhook: KnownWebhook
  all: readonly KnownWebhook[]
  body: Json
  bytes: number
  /** How often this delivery was attempted before. */
  attempts: number
  /** How many deliveries to the webhook came before this one. */
  before: number
  /** Whether more than ten creations were under way when its event was created. */
  isCrowded: boolean
}

/** The webhooks that stand beside the one of a delivery, itself included, in the order of their registration. */
export const standing = ({ webhook, all }: Attempt) =>
  all.filter(({ isDeleted, isTest }) => !isDeleted && isTest === webhook.isTest)
/** The webhook of the same URL that was registered before this one and stands. */
export const sibling = (attempt: Attempt) =>
  standing(attempt).find(({ url, number }) => url === attempt.webhook.url && number < attempt.webhook.number)

/** How a delivery goes wrong. `others` are the deliveries to any webhook before. */
export type DeliveryFate = (
  delivery: Request,
  attempt: Attempt,
  send: Fetch,
  others: readonly Json[],
) => Response | Promise<Response>

/** Has deliveries under a condition meet another fate. */
export function breakDeliveries(holds: (attempt: Attempt) => boolean, meet: DeliveryFate): Breakage {
  return () => {
    const attempts = new Map<string, number>()
    const counts = new Map<string, number>()
    const others: Json[] = []
    const crowded = new Set<string>()
    let underway = 0
    return breakWebhooks((all) => ({
      async fetch(request, answer) {
        if (!creates(request)) return answer(request)
        underway += 1
        const isCrowded = underway > 10
        await new Promise((resolve) => setImmediate(resolve))
        if (isCrowded) crowded.add(JSON.stringify((await jsonOf(request)).data))
        const response = await answer(request)
        underway -= 1
        return response
      },
      async deliver(delivery, webhook, send) {
        const body = await jsonOf(delivery)
        const bytes = Buffer.byteLength(await delivery.clone().text())
        const one = `${webhook.id} ${String(body.id)}`
        const tried = attempts.get(one) ?? 0
        const before = counts.get(webhook.id) ?? 0
        attempts.set(one, tried + 1)
        counts.set(webhook.id, before + 1)
        const isCrowded = crowded.has(JSON.stringify(body.data))
        const attempt = { webhook, all, body, bytes, attempts: tried, before, isCrowded }
        const response = await (holds(attempt) ? meet(delivery, attempt, send, others) : send(delivery))
        others.push(body)
        return response
      },
    }))()
  }
}
