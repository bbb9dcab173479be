import type { components } from '../../generated/types'
import { NotFoundError } from '../errors/api-errors'
import { refuse, refuseValue } from '../errors/refuse'
import type { WithResponse } from '../transport/http'
import type { CallOptions } from '../transport/limits'
import { ApiCall, type Api, certainlyNotDone } from './api'
import { hideSecret, type OneTime } from './one-time-secret'
import { type ListCall, type ListOptions, listCall } from './page'
import { hasText, parsePage, parseRecord } from './parse'

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
export type WebhookInput = Undefinable<Schemas['WebhookCreate']>

/** The fields of `T`, of which those that may be left out may also be `undefined`. */
type Undefinable<T> = { [Field in keyof T]: object extends Pick<T, Field> ? T[Field] | undefined : T[Field] }

/** The result of a deletion. */
export type WebhookDeletion = Schemas['WebhookDeletion']

const creation = {
  parse: parseRecord<WebhookWithSecret>(hasText(['secret', 'id', 'url'])),
  mayRepeat: certainlyNotDone,
}
const listing = { parse: parsePage<Webhook>(hasText(['id', 'url'])) }
const deletion = { parse: parseRecord<WebhookDeletion>(hasText(['id'])) }

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
   * `secret` is shown here and never again. `JSON.stringify(webhook)` holds a hint in its place: store `webhook.secret`, or the whole
   * record as `webhook.reveal()`.
   *
   * @throws InvalidRequestError for a URL that is not https and for no event types.
   * @example
   * const { secret, ...webhook } = await client.webhooks.create({ url: 'https://shop.example/hooks', events: ['order.paid'] })
   */
  create(input: WebhookInput, options?: CallOptions): ApiCall<OneTime<WebhookWithSecret>, undefined> {
    return new ApiCall(this.#create(input, options))
  }

  async #create(
    input: WebhookInput,
    options?: CallOptions,
  ): Promise<WithResponse<OneTime<WebhookWithSecret>, undefined>> {
    const { url, events } = Object(input) as WebhookInput
    if (!/^https:\/\/[^/?#\s]/i.test(url)) refuseValue('url', url, 'give an https URL.')
    if (!Array.isArray(events) || !events.length)
      refuse('events', "must be a list of event types, or ['*'] for all.")
    const created = await this.#api.call('createWebhook', { body: input }, creation, options)
    return hideSecret(created, 'secret', 'webhook', this.#api.transport.log)
  }

  /**
   * Lists webhooks, without their secrets: one page when awaited, all when iterated.
   *
   * @throws UnsupportedOperationError where the deployment does not offer it.
   * @example
   * for await (const webhook of client.webhooks.list()) console.log(webhook.url)
   */
  list(query?: ListOptions, options?: CallOptions): ListCall<Webhook> {
    return listCall('listWebhooks', query, (params) =>
      this.#api.call('listWebhooks', { params }, listing, options),
    )
  }

  /**
   * Deletes a webhook, which ends all delivery to its URL.
   *
   * @throws NotFoundError when no webhook has this id.
   * @example
   * await client.webhooks.delete('wh_01JD3Q7R4MW8K6T1')
   */
  delete(id: string, options?: CallOptions): ApiCall<WebhookDeletion, undefined> {
    return new ApiCall(this.#delete(id, options))
  }

  async #delete(id: string, options?: CallOptions): Promise<WithResponse<WebhookDeletion, undefined>> {
    try {
      return await this.#api.call('deleteWebhook', { params: { path: { id } } }, deletion, options)
    } catch (error) {
      // An earlier attempt, whose answer was lost, may have deleted the webhook. It is gone, as was asked for.
      if (!(error instanceof NotFoundError) || error.outcome !== 'unknown') throw error
      const { attempts, status, headers } = error
      const response = new Response(null, { status, headers })
      const data: WebhookDeletion = { id, deleted: true }
      return { data, response, attempts, idempotencyKey: undefined, replayed: false }
    }
  }
}
