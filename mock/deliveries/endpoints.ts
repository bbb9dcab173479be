/** The bounds of {@link Endpoints}. */
export interface EndpointLimits {
  /** How many attempts may be under way at once. */
  deliveries: number
  /** How many deliveries of one webhook may be claimed at once. */
  deliveriesPerWebhook: number
}

/**
 * Which endpoints answer, by the ids of their webhooks. An endpoint that did not answer its last attempt, or had none yet, gets one
 * attempt at a time, and all such endpoints together get half of the attempts. So those that hang leave room for the others.
 */
export class Endpoints {
  readonly #limits: EndpointLimits
  readonly #answering = new Set<string>()
  /** Those that did not answer and those that have to wait for their first attempt, in the order in which they get the next one. */
  readonly #silent = new Set<string>()
  /** Those that an attempt is under way to of which it is not known that they answer. */
  readonly #probed = new Set<string>()

  constructor(limits: EndpointLimits) {
    this.#limits = limits
  }

  /** The webhooks whose endpoints did not answer their last attempt. */
  get silent(): ReadonlySet<string> {
    return this.#silent
  }

  /** Whether a claim may leave deliveries because of their endpoints. */
  get areLimited(): boolean {
    return this.#silent.size > 0 || this.#probed.size > 0
  }

  /** How many deliveries each webhook holds, as a claim has to count them: one that may get no further attempt now counts as full. */
  heldFor(held: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    if (!this.areLimited) return held
    const { deliveriesPerWebhook: most } = this.#limits
    const counted = new Map(held)
    for (const id of this.#probed) counted.set(id, most)
    let room = this.#room
    for (const id of this.#silent) {
      if (this.#probed.has(id)) continue
      counted.set(id, room > 0 && !held.has(id) ? most - 1 : most)
      room--
    }
    return counted
  }

  /** Whether an attempt may begin. An endpoint for which there is no room waits in the order of the silent ones. */
  admits(webhookId: string): boolean {
    if (this.#answering.has(webhookId)) return true
    if (this.#probed.has(webhookId)) return false
    if (this.#room <= 0) this.#silent.add(webhookId)
    return this.#room > 0
  }

  /** Begins an attempt. The function that comes back is told whether the endpoint answered, or nothing where that was not awaited. */
  begin(webhookId: string): (hasAnswered?: boolean) => void {
    const isProbe = !this.#answering.has(webhookId)
    if (isProbe) this.#probed.add(webhookId)
    return (hasAnswered) => {
      if (isProbe) this.#probed.delete(webhookId)
      if (hasAnswered === undefined) return
      this.forget(webhookId)
      const known = hasAnswered ? this.#answering : this.#silent
      known.add(webhookId)
    }
  }

  /** Knows nothing any more of an endpoint whose webhook has ended. */
  forget(webhookId: string): void {
    this.#answering.delete(webhookId)
    this.#silent.delete(webhookId)
  }

  /** Knows nothing any more, because all data was replaced. */
  clear(): void {
    this.#answering.clear()
    this.#silent.clear()
  }

  get #room(): number {
    return Math.max(1, Math.floor(this.#limits.deliveries / 2)) - this.#probed.size
  }
}
