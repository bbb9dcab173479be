import type { Attempt } from '../errors/request-errors'

/** A result together with how it came about. */
export interface WithResponse<T, Key extends string | undefined = string | undefined> {
  data: T
  /** The answer. Its body has been read. */
  response: Response
  /** The key under which `events.create` can be repeated within 24 hours. */
  idempotencyKey: Key
  /** The requests that were made. */
  attempts: readonly Attempt[]
}

/**
 * A call under way. Await it for the result, or `withResponse()` for the answer too.
 *
 * @example
 * const { data, response } = await client.events.retrieve(id).withResponse()
 */
export class ApiCall<T, Key extends string | undefined = string | undefined> implements Promise<T> {
  readonly #result: Promise<WithResponse<T, Key>>

  constructor(result: Promise<WithResponse<T, Key>>) {
    this.#result = result
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
