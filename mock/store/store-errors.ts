/**
 * The store has no room for what was to be added, because what it holds may not be forgotten: events under a live
 * idempotency key or a pending delivery, webhooks and keys. Requests are answered with 503.
 *
 * @example
 * await store.addWebhook(webhook).catch((error: unknown) => {
 *   if (error instanceof StoreFullError) console.error(error.message)
 * })
 */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError'
}

/**
 * The data of a store was written under another dialect, or by a newer version of this package. Each request of the
 * backend that opened it shows this.
 *
 * @example
 * await store.open(opening).catch((error: unknown) => {
 *   if (error instanceof StoreMismatchError) console.error(error.message)
 * })
 */
export class StoreMismatchError extends Error {
  override readonly name = 'StoreMismatchError'
}

/**
 * The store cannot be reached for now, as a database that is being restarted. Nothing is half done, and nothing has to be
 * started anew: requests are answered with 503 and `Retry-After` until the store is there again. `sent` says whether a change
 * may have been done all the same, because its answer was lost.
 *
 * @example
 * await store.event('live', 'evt_1').catch((error: unknown) => {
 *   if (error instanceof StoreUnavailableError) console.error(error.message)
 * })
 */
export class StoreUnavailableError extends Error {
  override readonly name: string = 'StoreUnavailableError'
  /** Whether the change may have been done. `true` unless given. */
  readonly sent: boolean
  /** A sentence on why, which whoever sent the request may read. Absent where the store cannot be reached. */
  readonly reason: string | undefined

  constructor(
    message: string,
    { sent = true, reason, ...options }: ErrorOptions & { sent?: boolean; reason?: string } = {},
  ) {
    super(message, options)
    this.sent = sent
    this.reason = reason
  }
}

/**
 * The server of the store can be reached and refuses the login: the user, the password or the database is not what it knows.
 * Somebody has to act, though nothing has to be started anew once they have.
 *
 * @example
 * await store.check().catch((error: unknown) => {
 *   if (error instanceof StoreLoginError) console.error(error.message)
 * })
 */
export class StoreLoginError extends StoreUnavailableError {
  override readonly name = 'StoreLoginError'
}
