import type { OperationId } from '../../generated/operations'
import { createSeededRandom, type Random } from '../settings/random'
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

/** One strike of a fault. */
export interface Strike<Kind extends string> extends Pick<Fault, 'status' | 'retryAfter' | 'latency'> {
  kind: Kind
  /** The fault with its seed and draw, as a header and the journal show it. A replay needs these. */
  report: string
}

/** The faults in force. */
export interface Faults {
  /** Adds a fault. Throws a {@link FaultError} when it is wrong. */
  add(fault: Fault): ActiveFault
  list(): ActiveFault[]
  /** Returns whether the fault existed. */
  remove(id: string): boolean
  clear(): void
  /** Draws for a request, until the first fault strikes. Later faults do not draw. */
  strikeRequest(operation: OperationId): Strike<RequestFaultKind> | undefined
  /** Draws for a delivery attempt. */
  strikeDelivery(): Strike<DeliveryFaultKind> | undefined
}

const mostFaults = 100

/** Makes a registry without faults. `random` gives a seed to each fault that comes without one. */
export function createFaults(random: Random): Faults {
  const active = new Map<string, ActiveFault>()
  let count = 0

  function strike<Kind extends string>(
    kinds: readonly Kind[],
    operation?: OperationId,
  ): Strike<Kind> | undefined {
    for (const fault of active.values()) {
      if (!(kinds as readonly string[]).includes(fault.kind)) continue
      if (fault.operation !== undefined && fault.operation !== operation) continue
      if (fault.times !== undefined && fault.hits >= fault.times) continue
      const draw = fault.draw++
      if (fractionAt(fault.seed, draw) >= fault.probability) continue
      fault.hits++
      const { id, seed, status, retryAfter, latency } = fault
      const report = `${id}; kind=${fault.kind}; seed=${seed}; draw=${draw}`
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
      const added: ActiveFault = { ...fault, id, probability, seed, draw, hits: 0 }
      active.set(id, added)
      return { ...added }
    },
    list: () => Array.from(active.values(), (fault) => ({ ...fault })),
    remove: (id) => active.delete(id),
    clear: () => active.clear(),
    strikeRequest: (operation) => (active.size === 0 ? undefined : strike(requestFaultKinds, operation)),
    strikeDelivery: () => (active.size === 0 ? undefined : strike(deliveryFaultKinds)),
  }
}

// Each draw has a generator of its own, so that a series can begin at any of its draws.
function fractionAt(seed: number, draw: number): number {
  return createSeededRandom(Math.imul(seed ^ Math.imul(draw, 0x9e3779b1), 0x85ebca6b)).fraction()
}
