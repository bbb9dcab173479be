import type { OperationId } from '../../generated/operations'
import { createSeededRandom, type Random } from '../settings/random'
import { Listeners, type Shareable } from '../settings/shareable'
import type { Sharing } from '../store/sharing'
import {
  deliveryFaultKinds,
  requestFaultKinds,
  TooManyFaultsError,
  type ActiveFault,
  type DeliveryFaultKind,
  type Fault,
  type RequestFaultKind,
} from './fault'
import { parseFault } from './parse'

/** A fault that a draw chose for one request or one delivery attempt. */
export interface DrawnFault<Kind extends string> extends Pick<Fault, 'status' | 'retryAfter' | 'latency'> {
  kind: Kind
  /** The fault with its seed and draw, as a header and the journal show it. A replay needs these. */
  report: string
}

/** The result of a draw. A promise where several processes share their faults, because these draw one after the other. */
export type Draw<Kind extends string> = DrawnFault<Kind> | undefined | Promise<DrawnFault<Kind> | undefined>

/** The name of the setting that holds the faults where processes share them. */
export const faultsSetting = 'faults'

const mostFaults = 100

/** The parts of {@link Faults}. */
export interface FaultsOptions {
  /** Gives a seed to each fault that comes without one. */
  random: Random
  /** Called with each fault that is spent: it has affected as many requests or deliveries as its `times` says. */
  onSpent?: (fault: ActiveFault) => void
  /** Given where several processes share their store. These draw one after the other, so that `times` bounds a fault over all of them together. */
  sharing?: Sharing
}

/** The faults in force. */
export class Faults implements Shareable {
  readonly #options: FaultsOptions
  /** Those in force, by their ids. */
  readonly active = new Map<string, ActiveFault>()
  readonly #spent = new Map<string, ActiveFault>()
  /** The faults that were added here and not written yet, each with what `add` returned. */
  readonly #added = new Map<ActiveFault, ActiveFault>()
  /** The ids of the faults that were removed here, where that was not written yet. */
  readonly #removed = new Set<string>()
  readonly #listeners = new Listeners()
  readonly watch = this.#listeners.add
  #count = 0

  constructor(options: FaultsOptions) {
    this.#options = options
  }

  /**
   * Adds a fault. Throws a {@link FaultError} when it is wrong. Where processes share their faults, and another one gave the same id at the same
   * time, the returned object gets a new id when the fault is written to the store.
   */
  add(given: Fault): ActiveFault {
    const fault = parseFault({ ...given })
    if (this.active.size >= mostFaults) {
      throw new TooManyFaultsError(`There are ${mostFaults} faults already. Remove some.`)
    }
    const id = this.#newId()
    const { probability = 1, seed = Math.floor(this.#options.random.fraction() * 2 ** 32), draw = 1 } = fault
    const made: ActiveFault = { ...fault, id, probability, seed, draw, hits: 0 }
    const shown = { ...made }
    this.active.set(id, made)
    this.#added.set(made, shown)
    this.#listeners.tell()
    return shown
  }

  /** Copies of the faults that are in force, in the order in which they draw. */
  list(): ActiveFault[] {
    return Array.from(this.active.values(), (fault) => ({ ...fault }))
  }

  /** The last hundred faults that were spent, the latest one last. None of them is in force. */
  spent(): ActiveFault[] {
    return Array.from(this.#spent.values(), (fault) => ({ ...fault }))
  }

  /** Returns whether the fault existed. */
  remove(id: string): boolean {
    const found = this.active.get(id) ?? this.#spent.get(id)
    if (!found) return false
    this.#forget(found)
    this.#listeners.tell()
    return true
  }

  /** Removes all faults, those that were spent included. */
  clear(): void {
    for (const fault of [...this.active.values(), ...this.#spent.values()]) this.#forget(fault)
    this.#listeners.tell()
  }

  /** Draws for a request, until the first fault affects it. Later faults do not draw. */
  drawForRequest(operation: OperationId): Draw<RequestFaultKind> {
    return this.#drawInTurn(
      requestFaultKinds,
      (fault) => fault.webhook === undefined && (fault.operation ?? operation) === operation,
    )
  }

  /** Draws for a delivery attempt to a webhook. */
  drawForDelivery(webhookId: string): Draw<DeliveryFaultKind> {
    return this.#drawInTurn(
      deliveryFaultKinds,
      ({ kind, webhook }) =>
        // Without a webhook this kind means the answers of the mock itself.
        (kind !== 'status' || webhook !== undefined) &&
        (webhook === undefined || webhook === '*' || webhook === webhookId),
    )
  }

  write(): string {
    this.#added.clear()
    this.#removed.clear()
    const active = [...this.active.values()]
    const spent = [...this.#spent.values()]
    return JSON.stringify({ active, spent, count: this.#count })
  }

  read(text: string): void {
    this.#added.clear()
    this.#removed.clear()
    this.#take(text)
  }

  join(text: string): boolean {
    this.#take(text)
    for (const id of this.#removed) {
      this.active.delete(id)
      this.#spent.delete(id)
    }
    for (const [fault, shown] of this.#added) {
      // Another process may have given the same number.
      if (this.active.has(fault.id) || this.#spent.has(fault.id)) fault.id = shown.id = this.#newId()
      this.active.set(fault.id, fault)
    }
    return this.#added.size + this.#removed.size > 0
  }

  #newId(): string {
    return `fault_${++this.#count}`
  }

  #take(text: string): void {
    const written = JSON.parse(text) as { active: ActiveFault[]; spent: ActiveFault[]; count: number }
    this.active.clear()
    this.#spent.clear()
    for (const fault of written.active) this.active.set(fault.id, fault)
    for (const fault of written.spent) this.#spent.set(fault.id, fault)
    this.#count = Math.max(this.#count, written.count)
  }

  #forget(fault: ActiveFault): void {
    this.active.delete(fault.id)
    this.#spent.delete(fault.id)
    // A fault that was added here and not written yet is known to nobody else.
    if (!this.#added.delete(fault)) this.#removed.add(fault.id)
  }

  #retire(fault: ActiveFault): void {
    this.active.delete(fault.id)
    this.#spent.set(fault.id, fault)
    const [oldest] = this.#spent.values()
    if (oldest && this.#spent.size > mostFaults) this.#forget(oldest)
    this.#options.onSpent?.({ ...fault })
  }

  /** Draws at once or, where processes share their faults, in a step that no other process can cross. */
  #drawInTurn<Kind extends string>(
    kinds: readonly Kind[],
    concerns: (fault: ActiveFault) => boolean,
  ): Draw<Kind> {
    const { sharing } = this.#options
    if (!sharing) return this.#draw(kinds, concerns)
    let drawn: DrawnFault<Kind> | undefined
    const written = sharing.change(faultsSetting, (text) => {
      if (text !== undefined) this.join(text)
      drawn = this.#draw(kinds, concerns)
      return this.write()
    })
    return written.then(() => drawn)
  }

  #draw<Kind extends string>(
    kinds: readonly Kind[],
    concerns: (fault: ActiveFault) => boolean,
  ): DrawnFault<Kind> | undefined {
    for (const fault of this.active.values()) {
      if (!(kinds as readonly string[]).includes(fault.kind) || !concerns(fault)) continue
      const draw = fault.draw++
      if (fractionAt(fault.seed, draw) >= fault.probability) continue
      fault.hits++
      const { id, seed, status, retryAfter, latency } = fault
      const report = `${id}; kind=${fault.kind}; seed=${seed}; draw=${draw}`
      if (fault.hits === fault.times) this.#retire(fault)
      return { kind: fault.kind as Kind, status, retryAfter, latency, report }
    }
    return undefined
  }
}

// Each draw has a generator of its own, so that a series can begin at any of its draws.
function fractionAt(seed: number, draw: number): number {
  return createSeededRandom(Math.imul(seed ^ Math.imul(draw, 0x9e3779b1), 0x85ebca6b)).fraction()
}
