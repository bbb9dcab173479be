/** The bounds of {@link Endpoints}. */
export interface EndpointLimits {
  /** How many attempts may be under way at once. */
  deliveries: number
  /** How many deliveries of one webhook may be claimed at once. */
  deliveriesPerWebhook: number
}

/** A `slow` endpoint takes longer than a second to answer. A `silent` one did not answer the last attempt. */
export type EndpointState = 'slow' | 'silent'

/** The limits that endpoints set to a claim, beside the number of all deliveries. */
export interface EndpointBounds {
  /** How many deliveries of one webhook may be held. */
  perWebhook: number
  /** How many deliveries each webhook counts as holding: one that may get no further attempt now counts as full. */
  held: ReadonlyMap<string, number>
  /** Whether the claim may leave deliveries because of their endpoints. */
  areLimited: boolean
}

/** An attempt under way. `known` is what was known of its endpoint when it began. */
interface Attempt {
  readonly webhookId: string
  readonly begun: number
  readonly known: 'answering' | 'untried' | 'silent'
}

// After so many milliseconds of real time without an answer an endpoint counts as slow.
const slowAfter = 1_000

/**
 * Which endpoints answer, by the ids of their webhooks. An endpoint that was never tried, or did not answer its last attempt, gets one attempt at a
 * time. All silent endpoints together get half of the attempts, and all untried ones a quarter, so that the untried ones and those that answer do not
 * wait for the silent ones. An endpoint whose first attempt is slow counts with the silent ones as long as they have room. The last quarter of the
 * attempts is for webhooks that have none under way, so that endpoints which answered until now do not take all when they hang.
 */
export class Endpoints {
  /** A half and a quarter of the attempts. */
  readonly #half: number
  readonly #quarter: number
  readonly #answering = new Set<string>()
  /** Those whose last attempt took longer than a second. */
  readonly #slow = new Set<string>()
  /** In the order in which they get the next attempt. */
  readonly #silent = new Set<string>()
  /** Those that wait for room for their first attempt, in the order in which they get it. */
  readonly #untried = new Set<string>()
  readonly #underWay = new Set<Attempt>()
  /** The attempts to endpoints of which it is not known that they answer. */
  readonly #probed = new Map<string, Attempt>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Calls `onRoom` when endpoints that were never tried may have room by now. */
  constructor(
    private readonly limits: EndpointLimits,
    private readonly onRoom: () => void,
  ) {
    this.#half = Math.max(1, Math.floor(limits.deliveries / 2))
    this.#quarter = Math.max(1, Math.floor(limits.deliveries / 4))
  }

  /** The endpoints that are slow or silent. */
  states(): Map<string, EndpointState> {
    const states = new Map<string, EndpointState>()
    for (const id of this.#slow) states.set(id, 'slow')
    for (const attempt of this.#underWay) if (isSlow(attempt)) states.set(attempt.webhookId, 'slow')
    for (const id of this.#silent) states.set(id, 'silent')
    return states
  }

  /** The limits that endpoints set to a claim now. `held` counts the deliveries of each webhook that are held already. */
  bounds(held: ReadonlyMap<string, number>): EndpointBounds {
    const { deliveries, deliveriesPerWebhook } = this.limits
    let all = 0
    for (const count of held.values()) all += count
    const perWebhook = all < deliveries - this.#quarter ? deliveriesPerWebhook : 1
    const areLimited = this.#silent.size > 0 || this.#untried.size > 0 || this.#probed.size > 0
    return { perWebhook, held: areLimited ? this.#limited(held) : held, areLimited }
  }

  #limited(held: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const { deliveriesPerWebhook: most } = this.limits
    const counted = new Map(held)
    for (const id of this.#probed.keys()) counted.set(id, most)
    const room = this.#room()
    for (const kind of ['silent', 'untried'] as const) {
      for (const id of kind === 'silent' ? this.#silent : this.#untried) {
        if (this.#probed.has(id)) continue
        counted.set(id, room[kind] > 0 && !held.has(id) ? most - 1 : most)
        if (room[kind]-- <= 0 && kind === 'untried') this.#awaitRoom()
      }
    }
    return counted
  }

  /**
   * Begins an attempt, where one may begin. The function that comes back is told whether the endpoint answered, or nothing where that was
   * not awaited.
   */
  begin(webhookId: string): ((hasAnswered?: boolean) => void) | undefined {
    const isAnswering = this.#answering.has(webhookId)
    const known = isAnswering ? 'answering' : this.#silent.has(webhookId) ? 'silent' : 'untried'
    if (known !== 'answering' && !this.#admits(webhookId, known)) return undefined
    const attempt: Attempt = { webhookId, begun: performance.now(), known }
    this.#underWay.add(attempt)
    if (!isAnswering) this.#probed.set(webhookId, attempt)
    this.#untried.delete(webhookId)
    return (hasAnswered) => {
      this.#underWay.delete(attempt)
      if (this.#probed.get(webhookId) === attempt) this.#probed.delete(webhookId)
      if (hasAnswered === undefined) return
      this.forget(webhookId)
      const set = hasAnswered ? this.#answering : this.#silent
      set.add(webhookId)
      if (isSlow(attempt) && hasAnswered) this.#slow.add(webhookId)
    }
  }

  /** Whether there is room for an endpoint. One that was never tried, and for which there is none, waits for it. */
  #admits(webhookId: string, known: 'silent' | 'untried'): boolean {
    if (this.#probed.has(webhookId)) return false
    const hasRoom = this.#room()[known] > 0
    if (known === 'silent' || hasRoom) return hasRoom
    this.#untried.add(webhookId)
    this.#awaitRoom()
    return false
  }

  /** Forgets whether the endpoint of a webhook answers. */
  forget(webhookId: string): void {
    for (const known of [this.#answering, this.#slow, this.#silent, this.#untried]) known.delete(webhookId)
  }

  /** Forgets what is known of all endpoints, because all data was replaced. */
  clear(): void {
    for (const known of [this.#answering, this.#slow, this.#silent, this.#untried]) known.clear()
  }

  /** How many more attempts to endpoints of each kind may begin. */
  #room(): Record<'silent' | 'untried', number> {
    let untried = 0
    for (const attempt of this.#probed.values())
      if (attempt.known === 'untried' && !isSlow(attempt)) untried++
    const silent = this.#half - (this.#probed.size - untried)
    return { silent, untried: this.#quarter - untried + Math.min(0, silent) }
  }

  /** Looks again when the first attempts that are under way have become slow. */
  #awaitRoom(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.onRoom()
    }, slowAfter)
    if (typeof this.#timer === 'object') (this.#timer as { unref?: () => void }).unref?.()
  }
}

function isSlow({ begun }: Attempt): boolean {
  return performance.now() - begun >= slowAfter
}
