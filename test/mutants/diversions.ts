import { creates, itemsOf, jsonOf, type Json, type Test } from './changes'
import { breakWebhooks, deliveryOf, isFor } from '../support/breakage-webhooks'
import { changeResponses, errorResponse, operationOf, withBody, type Breakage } from '../support/breakage'

/** Whether a webhook is subscribed to all events. */
export function isForAll({ events }: { events?: unknown }): boolean {
  return String(events) === '*'
}

/** The answer of a receiver that took a delivery. */
export function received(): Response {
  return new Response(null, { status: 204 })
}

/** Delivers some events to the webhooks that test keys registered as well. */
export function deliverToTestWebhooks(concerns: Test): Breakage {
  return breakWebhooks((all) => ({
    async fetch(request, answer, deliver) {
      const response = await answer(request.clone())
      if (!creates(request) || !concerns(request) || !response.ok) return response
      const event = await jsonOf(response)
      for (const webhook of all)
        if (webhook.isTest && isFor(webhook, event)) await deliver(deliveryOf(event, webhook.url))
      return response
    },
  }))
}

/**
 * Two databases, one of which lacks some events: by how many were created until then, or by their age in milliseconds. Requests of these
 * operations are read from one and the other in turn.
 */
export function ofTwoDatabases(read: string, lacks: (nth: number, age: number) => boolean): Breakage {
  return (clock) => {
    const made = new Map<unknown, { nth: number; at: number }>()
    let asked = 0
    const now = () => clock?.now() ?? Date.now()
    const isThere = ({ id }: Json) => {
      const { nth, at } = made.get(id) ?? { nth: 0, at: now() }
      return nth === 0 || !lacks(nth, now() - at)
    }
    return changeResponses(undefined, async (response, request) => {
      const operation = operationOf(request)
      if (!response.ok || operation === undefined) return response
      const json = await jsonOf(response)
      if (creates(request) && !made.has(json.id)) made.set(json.id, { nth: made.size + 1, at: now() })
      if (!read.includes(operation) || (asked += 1) % 2 === 0) return response
      if (operation === 'listEvents')
        return withBody(response, { ...json, data: itemsOf(json).filter(isThere) })
      return isThere(json) ? response : errorResponse(404, 'not_found')
    })(clock)
  }
}
