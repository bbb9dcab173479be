import { json } from 'node:stream/consumers'
import type { Forward } from '@event-delivery/mock/node'
import { serveListener } from '../../support/node-server'
import type { Until } from '../../support/until'

/** A delivery attempt as it reached its receiver. */
export interface Arrival {
  /** The path of the webhook's URL. */
  hook: string
  eventId: string
  data: unknown
  /** The id by which receivers recognise a delivery that comes again. */
  deliveryId: string
  /** Real time in milliseconds. */
  at: number
  /** The time that the sender wrote into the attempt, in whole seconds. */
  sentAt: number
  /** The status that it was answered with, once it was. */
  answered?: number
}

/** Receives the deliveries of all webhooks of a test. */
export interface Receiver {
  arrivals: Arrival[]
  /** To be among the settings of each process. */
  forwards: readonly Forward[]
  /** The URL to register a webhook with. */
  urlOf(hook: string): string
}

/** Starts a receiver that answers each attempt with the status that `answer` returns. */
export async function startReceiver(
  until: Until,
  answer: (arrival: Arrival) => number | Promise<number> = () => 204,
): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const { baseUrl } = await serveListener(
    (incoming, outgoing) => {
      const respond = async () => {
        const { id, data } = (await json(incoming)) as { id: string; data: unknown }
        const arrival: Arrival = {
          hook: incoming.url?.slice(1) ?? '',
          eventId: id,
          data,
          deliveryId: String(incoming.headers['webhook-id']),
          at: Date.now(),
          sentAt: Number(incoming.headers['webhook-timestamp']),
        }
        arrivals.push(arrival)
        const status = await answer(arrival)
        if (outgoing.destroyed) return
        arrival.answered = status
        outgoing.writeHead(status).end()
      }
      // A sender that is killed leaves half a request.
      respond().catch(() => outgoing.destroy())
    },
    { until },
  )
  return {
    arrivals,
    forwards: [{ from: 'https://hooks.example', to: baseUrl }],
    urlOf: (hook) => `https://hooks.example/${hook}`,
  }
}
