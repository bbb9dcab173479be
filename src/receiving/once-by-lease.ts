import { RenewedLeases, type Moment, momentOf } from '../transport/lease'
import type { DedupeStore } from './dedupe'
import { type Once, type OnceDelivery, parks } from './once'
import { ReceiverError } from './receiver-error'
import type { Report } from './report'
import type { ReceiverSettings } from './settings'

type LeaseSettings = ReceiverSettings & { store: DedupeStore }

/** The claims of one delivery, one in each scope. Each action resolves to whether all of them were still owned. */
class DeliveryClaims {
  readonly #tokens: string[] = []

  constructor(private readonly settings: LeaseSettings) {}

  /**
   * Claims the delivery in all scopes, or in none. Where one scope knows it as handled, the others learn that too, so that a change of the
   * secret, and so of the scope, goes unnoticed.
   */
  async claim(id: string): Promise<'claimed' | 'done' | 'busy'> {
    const { store, scopes, lease } = this.settings
    const others = new Set<unknown>()
    try {
      for (const scope of await scopes()) {
        const result: unknown = await store.claim(scope, id, lease)
        if (result === 'done' || result === 'busy') others.add(result)
        else if (typeof result === 'string' && result) this.#tokens.push(result)
        else
          throw new TypeError(
            `store.claim resolved to ${String(result)}. A token, "busy" or "done" is right.`,
          )
      }
    } catch (error) {
      // The first error says what is wrong. A claim that cannot be released ends with its lease.
      await this.release().catch(() => {})
      throw error
    }
    if (others.has('done')) {
      await this.commit()
      return 'done'
    }
    if (others.has('busy')) {
      await this.release()
      return 'busy'
    }
    return 'claimed'
  }

  renew(): Promise<boolean> {
    return this.#withEach((token) => this.settings.store.renew(token, this.settings.lease))
  }

  commit(): Promise<boolean> {
    return this.#withEach((token) => this.settings.store.commit(token, this.settings.retention))
  }

  release(): Promise<boolean> {
    return this.#withEach((token) => this.settings.store.release(token))
  }

  async #withEach(action: (token: string) => boolean | Promise<boolean>): Promise<boolean> {
    const results = await Promise.all(this.#tokens.map(async (token) => action(token)))
    return results.every((wasOwned) => wasOwned)
  }
}

/** The run of a handler while the claims of its delivery are renewed. */
class LeasedRun {
  readonly #held: RenewedLeases<DeliveryClaims>
  #state: 'owned' | 'lost' = 'owned'

  constructor(
    private readonly settings: LeaseSettings,
    private readonly report: Report,
    private readonly claims: DeliveryClaims,
    private readonly delivery: OnceDelivery,
  ) {
    const { clock, lease } = settings
    this.#held = new RenewedLeases({
      clock,
      lease,
      renew: async () => new Set((await claims.renew()) ? [claims] : []),
      onLost: () => void this.#lose(),
      onError: (error) => void report(error, delivery.observed),
    })
  }

  /**
   * Runs the handler. When it has ended, late or not, the claims are committed, or released where it threw. Rejects with the error of the
   * handler alone: those of the store are reported.
   *
   * @param since The moment before the store was asked for the claims.
   */
  async run(since: Moment): Promise<void> {
    const { clock, abandonedAfter } = this.settings
    this.#held.add([this.claims], since)
    const cancelAbandonment = clock.schedule(() => this.#abandon(), abandonedAfter)
    const end = async (action: () => Promise<boolean>) => {
      this.#held.delete(this.claims)
      cancelAbandonment()
      try {
        if (!(await action())) await this.#lose()
      } catch (error) {
        await this.report(error, this.delivery.observed)
      }
    }
    try {
      await this.delivery.run()
    } catch (error) {
      await end(() => this.claims.release())
      throw error
    }
    // Whether or not the store can note it, the delivery was handled. After any other answer it would be handled again.
    await end(() => this.claims.commit())
  }

  async #lose(): Promise<void> {
    if (this.#state === 'lost') return
    this.#state = 'lost'
    const { abort, observed } = this.delivery
    const error = new ReceiverError(
      'claim-lost',
      'has passed to another owner while its handler ran, so it may be handled twice. A longer lease outlasts pauses of this process and of the store.',
      observed,
    )
    abort.abort(error)
    await this.report(error, observed)
  }

  #abandon(): void {
    const { observed } = this.delivery
    this.#held.delete(this.claims)
    const what = `is still being handled after ${this.settings.abandonedAfter / 1000} s. Its claim is no longer renewed.`
    void this.report(new ReceiverError('handler-abandoned', what, observed), observed)
  }
}

/** Handles deliveries once by claims that hold for a lease, and are renewed while the handler runs. */
export function createLeasedOnce(settings: LeaseSettings, report: Report): Once {
  return async (delivery) => {
    const { id, abort, run } = delivery
    if (!id) {
      await run()
      return 'handled'
    }
    const since = momentOf(settings.clock)
    const claims = new DeliveryClaims(settings)
    const result = await claims.claim(id)
    if (result !== 'claimed') return result
    // The time may have ended while the store was asked: the service was then told that the delivery is not handled.
    if (abort.signal.aborted) {
      await claims.release()
      return 'handled'
    }
    try {
      await new LeasedRun(settings, report, claims, delivery).run(since)
      return 'handled'
    } catch (error) {
      if (await parks(settings, delivery, error, report)) return 'parked'
      throw error
    }
  }
}
