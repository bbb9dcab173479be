import { rememberCaller } from '../errors/caller'
import type { WithResponse } from '../transport/http'

/**
 * A call under way. Await it for the result, or `withResponse()` for the answer too.
 *
 * @example
 * const { data, response } = await client.events.retrieve(id).withResponse()
 */
export class ApiCall<T, Key extends string | undefined = string | undefined> implements Promise<T> {
  readonly #result: Promise<WithResponse<T, Key>>

  /** @internal */
  constructor(work: () => Promise<WithResponse<T, Key>>) {
    this.#result = rememberCaller()(work())
  }

  /** The result, the answer, the idempotency key and the attempts. */
  withResponse(): Promise<WithResponse<T, Key>> {
    return this.#result
  }

  then<A = T, B = never>(
    onResult?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(({ data }) => (onResult ? onResult(data) : (data as never)), onError)
  }

  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd)
  }

  declare readonly [Symbol.toStringTag]: string
}
