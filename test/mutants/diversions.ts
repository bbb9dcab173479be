import { usesTestKey, type Breakage, type Fetch } from '../support/breakage'
import { creates, jsonOf, registers, type Json, type Test } from './changes'

/** Whether a webhook is subscribed to all events. */
export function isForAll({ events }: Json): boolean {
  return String(events) === '*'
}

/** The answer of a receiver that took a delivery. */
export function received(): Response {
  return new Response(null, { status: 204 })
}

/** Keeps the URLs of some webhooks as they are registered, and has their deliveries, or all others, go another way. */
export function divertDeliveries(
  concerns: (webhook: Json) => boolean,
  deliver: (request: Request, isConcerned: boolean, send: Fetch) => Response | Promise<Response>,
): Breakage {
  return () => {
    const urls = new Set<string>()
    return {
      fetch: (send) => async (request) => {
        const webhook = registers(request) ? await jsonOf(request) : {}
        if (typeof webhook.url === 'string' && concerns(webhook)) urls.add(webhook.url)
        return send(request)
      },
      deliver: (send) => (request) => Promise.resolve(deliver(request, urls.has(request.url), send)),
    }
  }
}

/** Has deliveries of events that are created while more than `most` creations are under way go another way. */
export function divertCrowded(
  most: number,
  deliver: (request: Request, send: Fetch) => Response | Promise<Response>,
): Breakage {
  return () => {
    let underway = 0
    const crowded = new Set<string>()
    const payloadOf = async (request: Request) => JSON.stringify((await jsonOf(request)).data)
    return {
      fetch: (send) => async (request) => {
        if (!creates(request)) return send(request)
        underway += 1
        const isCrowded = underway > most
        // The requests that were sent at once arrive before this one is passed on.
        await new Promise((resolve) => setImmediate(resolve))
        if (isCrowded) crowded.add(await payloadOf(request))
        const response = await send(request)
        underway -= 1
        return response
      },
      deliver: (send) => async (request) =>
        crowded.has(await payloadOf(request)) ? deliver(request, send) : send(request),
    }
  }
}

/** Delivers some events to the webhooks that test keys registered as well. */
export function deliverToTestWebhooks(concerns: Test): Breakage {
  return () => {
    const webhooks = new Map<string, readonly string[]>()
    let deliver: Fetch | undefined
    return {
      fetch: (send) => async (request) => {
        const response = await send(request.clone())
        if (response.status >= 300) return response
        const json = await jsonOf(response)
        if (registers(request) && usesTestKey(request))
          webhooks.set(String(json.url), json.events as string[])
        if (!creates(request) || !concerns(request)) return response
        for (const [url, events] of webhooks) {
          if (!events.includes('*') && !events.includes(String(json.type))) continue
          await deliver?.(new Request(url, { method: 'POST', body: JSON.stringify(json) }))
        }
        return response
      },
      deliver: (send) => (deliver = send),
    }
  }
}
