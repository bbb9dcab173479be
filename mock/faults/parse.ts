import { operations } from '../../generated/operations'
import { invalidRequest } from '../http/refusal'
import { nearest, strayField } from '../settings/nearest'
import { deliveryFaultKinds, requestFaultKinds, type Fault } from './fault'

const kinds: readonly string[] = [...requestFaultKinds, ...deliveryFaultKinds]
const operationIds = Object.keys(operations)
const longestLatency = 24 * 60 * 60 * 1_000

/** The numbers of a fault: the least and the largest, and whether only whole ones count. */
const ranges: Record<string, [least: number, largest: number, whole: boolean]> = {
  status: [200, 599, true],
  retryAfter: [0, 1e9, true],
  latency: [0, longestLatency, false],
  probability: [0, 1, false],
  times: [1, 1e9, true],
  seed: [0, 2 ** 32 - 1, true],
  draw: [1, 2 ** 32, true],
}
const fields = ['kind', 'operation', ...Object.keys(ranges)]

const withStatus: readonly string[] = ['status', 'html']
const withoutLatency: readonly string[] = ['wrong-signature', 'stale-timestamp', 'duplicate']

/** Reads a fault. Throws the refusal of one that is wrong, which names the field and the nearest right value. */
export function parseFault(given: Record<string, unknown>): Fault {
  const stray = strayField(given, fields, 'a fault')
  if (stray) throw invalidRequest(stray.message, stray.field)
  oneOf(given, 'kind', kinds)
  const fault = given as unknown as Fault
  if (fault.operation !== undefined) {
    oneOf(given, 'operation', operationIds)
    if (isOfDelivery(fault.kind)) throw invalidRequest('A delivery has no operation.', 'operation')
  }
  for (const [field, [least, largest, whole]] of Object.entries(ranges)) {
    const value = given[field]
    if (value === undefined) continue
    const fits =
      typeof value === 'number' && value >= least && value <= largest && (!whole || Number.isInteger(value))
    if (!fits) {
      throw invalidRequest(
        `${field} must be ${whole ? 'an integer' : 'a number'} from ${least} to ${largest}.`,
        field,
      )
    }
  }
  refuseUseless(fault)
  return { ...fault }
}

/** A field that would change nothing is a mistake, and is told. */
function refuseUseless({ kind, status, retryAfter, latency }: Fault): void {
  if (status !== undefined && !withStatus.includes(kind)) {
    throw invalidRequest(`A fault of the kind ${kind} has no status.`, 'status')
  }
  if (retryAfter !== undefined && !withStatus.includes(kind)) {
    throw invalidRequest(`A fault of the kind ${kind} has no retryAfter.`, 'retryAfter')
  }
  if (latency !== undefined && withoutLatency.includes(kind)) {
    throw invalidRequest(`A fault of the kind ${kind} has no latency.`, 'latency')
  }
  if (kind === 'latency' && latency === undefined) {
    throw invalidRequest('latency must say for how many milliseconds.', 'latency')
  }
}

function isOfDelivery(kind: string): boolean {
  return (deliveryFaultKinds as readonly string[]).includes(kind)
}

function oneOf(given: Record<string, unknown>, field: string, known: readonly string[]): void {
  const value = given[field]
  if (typeof value === 'string' && known.includes(value)) return
  const near = typeof value === 'string' ? ` The nearest one is ${nearest(value, known)}.` : ''
  throw invalidRequest(`${field} must be one of ${known.join(', ')}.${near}`, field)
}
