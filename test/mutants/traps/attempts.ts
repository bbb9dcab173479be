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
  /** How many creations were under way when its event was created, this one included. */
  underway: number
  /** How deliveries of other events ended at other webhooks of the same types: those of which no answer has come, and of which one by an error has. */
  beside: { waiting: number; failed: number }
  /** Whether an event of the same type and payload came to the webhook before. */
  isEqual: boolean
  /** Whether the webhook answered the delivery of an event before by an error. */
  hasFailed: boolean
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

/** Sends a delivery twice. */
export const sendTwice: DeliveryFate = async (delivery, _attempt, send) => {
  await send(delivery.clone())
  return send(delivery)
}

/** Has deliveries under a condition meet another fate. */
export function breakDeliveries(holds: (attempt: Attempt) => boolean, meet: DeliveryFate): Breakage {
  return () => {
    const attempts = new Map<string, number>()
    const counts = new Map<string, number>()
    const bodies: Json[] = []
    const crowds = new Map<string, number>()
    const sent = new Set<{ webhook: KnownWebhook; event: unknown; status: number; content: string }>()
    let underway = 0
    return breakWebhooks((all) => ({
      async fetch(request, answer) {
        if (!creates(request)) return answer(request)
        underway += 1
        const crowd = underway
        // The requests that were sent at once arrive before this one is passed on.
        await new Promise((resolve) => setImmediate(resolve))
        crowds.set(JSON.stringify((await jsonOf(request)).data), crowd)
        const response = await answer(request)
        underway -= 1
        return response
      },
      async deliver(delivery, webhook, send) {
        const body = await jsonOf(delivery)
        const bytes = Buffer.byteLength(await delivery.text())
        const one = `${webhook.id} ${String(body.id)}`
        const tried = attempts.get(one) ?? 0
        const before = counts.get(webhook.id) ?? 0
        attempts.set(one, tried + 1)
        counts.set(webhook.id, before + 1)
        const crowd = crowds.get(JSON.stringify(body.data)) ?? 0
        const own = { webhook, event: body.id, status: 0, content: JSON.stringify([body.type, body.data]) }
        // Only some conditions ask for the other attempts, which may be hundreds: they are looked for when asked for.
        const others = () => [...sent].filter((one) => one.event !== body.id)
        const former = () => others().filter((one) => one.webhook.id === webhook.id)
        const attempt: Attempt = {
          ...{ webhook, all, body, bytes, attempts: tried, before, underway: crowd },
          get beside() {
            const isBeside = ({ id, events }: KnownWebhook) =>
              id !== webhook.id && events.some((type) => webhook.events.includes(type))
            const beside = others().filter((one) => isBeside(one.webhook))
            const count = (has: (status: number) => boolean) =>
              beside.filter(({ status }) => has(status)).length
            return { waiting: count((status) => status === 0), failed: count((status) => status >= 400) }
          },
          get isEqual() {
            return former().some(({ content }) => content === own.content)
          },
          get hasFailed() {
            return former().some(({ status }) => status >= 400)
          },
        }
        sent.add(own)
        const response = await (holds(attempt) ? meet(delivery, attempt, send, bodies) : send(delivery))
        own.status = response.status
        bodies.push(body)
        return response
      },
    }))()
  }
}
