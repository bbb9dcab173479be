import type { OperationId } from '../../generated/operations'
import { createSeededRandom, type Random } from '../settings/random'
import { Listeners, type Shareable } from '../settings/shareable'
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

/** A strike of a fault. */
export interface Strike<Kind extends string> extends Pick<Fault, 'status' | 'retryAfter' | 'latency'> {
  kind: Kind
  /** The fault with its seed and draw, as a header and the journal show it. A replay needs these. */
  report: string
}

/** The result of a draw. It takes a while where several processes share their faults, and draw one after the other. */
export type Drawn<Kind extends string> = Strike<Kind> | undefined | Promise<Strike<Kind> | undefined>

/** The faults in force. */
export interface Faults {
  /**
   * Adds a fault. Throws a {@link FaultError} when it is wrong. Where processes share their faults, and another one gave the
   * same id at the same time, what is returned has another id once it is in the store.
   */
  add(fault: Fault): ActiveFault
  list(): ActiveFault[]
  /** The last hundred faults that struck as often as they may, the latest one last. They count among none in force. */
  spent(): ActiveFault[]
  /** Returns whether the fault existed. */
  remove(id: string): boolean
  clear(): void
  /** Draws for a request, until the first fault strikes. Later faults do not draw. */
  strikeRequest(operation: OperationId): Drawn<RequestFaultKind>
  /** Draws for a delivery attempt to a webhook. */
  strikeDelivery(webhookId: string): Drawn<DeliveryFaultKind>
}

/** Faults that this process alone draws from. */
export interface OwnFaults extends Faults, Shareable {
  strikeRequest(operation: OperationId): Strike<RequestFaultKind> | undefined
  strikeDelivery(webhookId: string): Strike<DeliveryFaultKind> | undefined
}

const mostFaults = 100

/**
 * Makes a registry without faults. `random` gives a seed to each fault that comes without one, and `onSpent` hears of each
 * fault that has struck as often as it may.
 */
export function createFaults(random: Random, onSpent: (fault: ActiveFault) => void = () => {}): OwnFaults {
  const active = new Map<string, ActiveFault>()
  const spent = new Map<string, ActiveFault>()
  // Those that were added here and not written yet, each with what `add` returned, and the ids of those that were removed.
  const added = new Map<ActiveFault, ActiveFault>()
  const removed = new Set<string>()
  let count = 0
  const listeners = new Listeners()

  function take(text: string) {
    const written = JSON.parse(text) as { active: ActiveFault[]; spent: ActiveFault[]; count: number }
    active.clear()
    spent.clear()
    for (const fault of written.active) active.set(fault.id, fault)
    for (const fault of written.spent) spent.set(fault.id, fault)
    count = Math.max(count, written.count)
  }

  function forgetChanges() {
    added.clear()
    removed.clear()
  }

  function forget(fault: ActiveFault) {
    active.delete(fault.id)
    spent.delete(fault.id)
    // A fault that was added here and not written yet is known to nobody else.
    if (!added.delete(fault)) removed.add(fault.id)
  }

  function retire(fault: ActiveFault) {
    active.delete(fault.id)
    spent.set(fault.id, fault)
    const [oldest] = spent.values()
    if (oldest && spent.size > mostFaults) forget(oldest)
    onSpent({ ...fault })
  }

  function strike<Kind extends string>(
    kinds: readonly Kind[],
    concerns: (fault: ActiveFault) => boolean,
  ): Strike<Kind> | undefined {
    for (const fault of active.values()) {
      if (!(kinds as readonly string[]).includes(fault.kind) || !concerns(fault)) continue
      const draw = fault.draw++
      if (fractionAt(fault.seed, draw) >= fault.probability) continue
      fault.hits++
      const { id, seed, status, retryAfter, latency } = fault
      const report = `${id}; kind=${fault.kind}; seed=${seed}; draw=${draw}`
      if (fault.hits === fault.times) retire(fault)
      return { kind: fault.kind as Kind, status, retryAfter, latency, report }
    }
    return undefined
  }

  return {
    add(given) {
      const fault = parseFault({ ...given })
      if (active.size >= mostFaults) {
        throw new TooManyFaultsError(`There are ${mostFaults} faults already. Remove some.`)
      }
      const id = `fault_${++count}`
      const { probability = 1, seed = Math.floor(random.fraction() * 2 ** 32), draw = 1 } = fault
      const made: ActiveFault = { ...fault, id, probability, seed, draw, hits: 0 }
      const shown = { ...made }
      active.set(id, made)
      added.set(made, shown)
      listeners.tell()
      return shown
    },
    list: () => Array.from(active.values(), (fault) => ({ ...fault })),
    spent: () => Array.from(spent.values(), (fault) => ({ ...fault })),
    remove(id) {
      const found = active.get(id) ?? spent.get(id)
      if (!found) return false
      forget(found)
      listeners.tell()
      return true
    },
    clear() {
      for (const fault of [...active.values(), ...spent.values()]) forget(fault)
      listeners.tell()
    },
    write() {
      forgetChanges()
      return JSON.stringify({ active: [...active.values()], spent: [...spent.values()], count })
    },
    read(text) {
      forgetChanges()
      take(text)
    },
    join(text) {
      take(text)
      for (const id of removed) {
        active.delete(id)
        spent.delete(id)
      }
      for (const [fault, shown] of added) {
        // Another process may have given the same number.
        if (active.has(fault.id) || spent.has(fault.id)) fault.id = shown.id = `fault_${++count}`
        active.set(fault.id, fault)
      }
      return added.size + removed.size > 0
    },
    watch: listeners.add,
    strikeRequest(operation) {
      if (active.size === 0) return undefined
      return strike(
        requestFaultKinds,
        (fault) => fault.webhook === undefined && (fault.operation ?? operation) === operation,
      )
    },
    strikeDelivery(webhookId) {
      if (active.size === 0) return undefined
      return strike(
        deliveryFaultKinds,
        ({ kind, webhook }) =>
          // Without a webhook this kind means the answers of the mock itself.
          (kind !== 'status' || webhook !== undefined) &&
          (webhook === undefined || webhook === '*' || webhook === webhookId),
      )
    },
  }
}

// Each draw has a generator of its own, so that a series can begin at any of its draws.
function fractionAt(seed: number, draw: number): number {
  return createSeededRandom(Math.imul(seed ^ Math.imul(draw, 0x9e3779b1), 0x85ebca6b)).fraction()
}
