import type { components } from '../../generated/types'
import type { CallOptions } from '../options'
import type { Api } from './api'
import { refuse } from '../preflight'
import type { ApiCall } from './api-call'
import { createWithSecret } from './one-time-secret'

/** A scoped key as its creation returns it. `key` is shown here and never again. */
export type ScopedKey = components['schemas']['Key']

/** A new scoped key. */
export type KeyInput = components['schemas']['KeyCreate']

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
   * @throws UnsupportedOperationError where the deployment does not offer it.
   * @example
   * const { key } = await client.keys.create({ name: 'reporting', scopes: ['events:read'], expiresAt: '2030-01-01T00:00:00Z' })
   */
  create(input: KeyInput, options?: CallOptions): ApiCall<ScopedKey, undefined> {
    const check = ({ name }: KeyInput) => name || refuse('name', 'is missing.')
    return createWithSecret(this.#api, 'createKey', ['key'], input, check, options)
  }
}
