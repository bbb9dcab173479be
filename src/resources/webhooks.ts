import type { components } from '../../generated/types'
import type { CallOptions } from '../options'
import { refuse } from '../preflight'
import type { Api } from './api'
import { ApiCall } from './api-call'
import { createWithSecret } from './one-time-secret'
import { type ListCall, type ListOptions, listCall } from './page'

type Schemas = components['schemas']

/** An endpoint that receives events. */
export interface Webhook extends Omit<Schemas['Webhook'], 'status'> {
  /** `active`, or whatever else a deployment has. */
  status: 'active' | (string & {})
}

/** A webhook as its creation returns it. `secret` is shown here and never again. */
export interface WebhookWithSecret extends Webhook {
  /** Verifies the signatures of deliveries. Keep it now. */
  secret: string
}

/** A new webhook. */
export type WebhookInput = Schemas['WebhookCreate']

/** What a deletion returns. */
export type WebhookDeletion = Schemas['WebhookDeletion']

/**
 * The webhooks of the account.
 *
 * @example
 * const webhooks: Webhooks = client.webhooks
 */
export class Webhooks {
  readonly #api: Api

  /** @internal */
  constructor(api: Api) {
    this.#api = api
  }

  /**
   * Registers an https endpoint for event types, or for all with `['*']`. Not repeated when it may have been carried out.
   *
   * @throws InvalidRequestError for a URL that is not https and for no event types.
   * @example
   * const { secret, ...webhook } = await client.webhooks.create({ url: 'https://shop.example/hooks', events: ['order.paid'] })
   */
  create(input: WebhookInput, options?: CallOptions): ApiCall<WebhookWithSecret, undefined> {
    const check = ({ url, events }: WebhookInput) => {
      if (!/^https:\/\/[^/?#\s]/i.test(url)) refuse('url', 'must be https.')
      if (!Array.isArray(events) || !events.length) refuse('events', 'must be a list.')
    }
    return createWithSecret(this.#api, 'createWebhook', ['secret', 'id', 'url'], input, check, options)
  }

  /**
   * Lists webhooks, without their secrets: one page when awaited, all when iterated.
   *
   * @throws UnsupportedOperationError where the deployment does not offer it.
   * @example
   * for await (const webhook of client.webhooks.list()) console.log(webhook.url)
   */
  list(query?: ListOptions, options?: CallOptions): ListCall<Webhook> {
    return listCall(this.#api, { operation: 'listWebhooks', fields: ['id', 'url'] }, query, options)
  }

  /**
   * Deletes a webhook, which ends all delivery to its URL.
   *
   * @throws NotFoundError when there is none with this id.
   * @example
   * await client.webhooks.delete('wh_01JD3Q7R4MW8K6T1')
   */
  delete(id: string, options?: CallOptions): ApiCall<WebhookDeletion, undefined> {
    const gone: WebhookDeletion = { id, deleted: true }
    return new ApiCall(
      this.#api.invoke<WebhookDeletion>({ operation: 'deleteWebhook', fields: ['id'], id, gone }, options),
    )
  }
}
