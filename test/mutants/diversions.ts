import { creates, jsonOf, type Test } from './changes'
import { breakWebhooks, deliveryOf, isFor } from '../support/breakage-webhooks'
import type { Breakage } from '../support/breakage'

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
