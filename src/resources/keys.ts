import type { components } from '../../generated/types'
import { refuseValue } from '../errors/refuse'
import type { WithResponse } from '../transport/http'
import type { CallOptions } from '../transport/limits'
import { ApiCall, type Api, certainlyNotDone } from './api'
import { hideSecret, type OneTime } from './one-time-secret'
import { hasText, parseRecord } from './parse'

/** A scoped key as its creation returns it. `key` is shown here and never again. */
export type ScopedKey = components['schemas']['Key']

/** A new scoped key. */
export type KeyInput = components['schemas']['KeyCreate']

const creation = { parse: parseRecord<ScopedKey>(hasText(['key'])), mayRepeat: certainlyNotDone }

/**
 * The scoped keys of the account.
 *
 * @example
 * const keys: Keys = client.keys
 */
export class Keys {
  readonly #api: Api

  /** @internal */
  constructor(api: Api) {
    this.#api = api
  }

  /**
   * Creates a key with limited permissions that ends by itself. Not repeated when it may have been carried out.
   *
   * Its text stands in `key`, is shown here and never again. `JSON.stringify(key)` of the record holds a hint in its place: store
   * `key.key`, or the whole record as `key.reveal()`.
   *
   * @throws InvalidRequestError without a `name`, UnsupportedOperationError where the deployment does not offer it.
   * @example
   * const { key } = await client.keys.create({ name: 'reporting', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' })
   */
  create(input: KeyInput, options?: CallOptions): ApiCall<OneTime<ScopedKey>, undefined> {
    return new ApiCall(this.#create(input, options))
  }

  async #create(
    input: KeyInput,
    options?: CallOptions,
  ): Promise<WithResponse<OneTime<ScopedKey>, undefined>> {
    const { name } = Object(input) as KeyInput
    if (!name) refuseValue('name', name, 'give the key a name.')
    const created = await this.#api.call('createKey', { body: input }, creation, options)
    return hideSecret(created, 'key', 'key', this.#api.transport.log)
  }
}
