import { operations } from '../../generated/operations'
import { nearest } from '../../src/core/nearest'
import { strayField } from '../settings/stray-field'
import { deliveryFaultKinds, FaultError, requestFaultKinds, type Fault } from './fault'
import { faultNumbers, kindsWith } from './fault-fields'

const kinds: readonly string[] = [...new Set([...requestFaultKinds, ...deliveryFaultKinds])]
const fields = ['kind', 'operation', 'webhook', ...Object.keys(faultNumbers)]

/** Reads a fault. Throws a {@link FaultError} when it is wrong. */
export function parseFault(given: Record<string, unknown>): Fault {
  const stray = strayField(given, fields, 'a fault')
  if (stray) throw new FaultError(stray.message, stray.field)
  refuseUnknown(given, 'kind', kinds)
  const fault = given as unknown as Fault
  if (fault.operation !== undefined) refuseUnknown(given, 'operation', Object.keys(operations))
  for (const [field, [least, largest, integer]] of Object.entries(faultNumbers)) {
    const value = given[field]
    if (value === undefined) continue
    const fits =
      typeof value === 'number' && value >= least && value <= largest && (!integer || Number.isInteger(value))
    if (fits) continue
    const type = integer ? 'an integer' : 'a number'
    throw new FaultError(`${field} must be ${type} from ${least} to ${largest}.`, field)
  }
  for (const [field, meaningful] of Object.entries(kindsWith)) {
    if (given[field] === undefined || meaningful.includes(fault.kind)) continue
    throw new FaultError(`A fault of the kind ${fault.kind} has no ${field}.`, field)
  }
  const { webhook } = given
  if (webhook !== undefined && (typeof webhook !== 'string' || !/^[!-~]{1,200}$/.test(webhook))) {
    throw new FaultError('webhook must be the id of a webhook, or * for all of them.', 'webhook')
  }
  if (webhook !== undefined && fault.operation !== undefined) {
    throw new FaultError('A fault affects an operation or the deliveries of a webhook, not both.', 'webhook')
  }
  if (fault.kind === 'status' && webhook !== undefined && fault.latency !== undefined) {
    throw new FaultError('A fault of deliveries of the kind status has no latency.', 'latency')
  }
  if (fault.kind.startsWith('latency') && fault.latency === undefined) {
    throw new FaultError('latency must say for how many milliseconds.', 'latency')
  }
  return { ...fault }
}

function refuseUnknown(given: Record<string, unknown>, field: string, known: readonly string[]): void {
  const value = given[field]
  if (typeof value === 'string' && known.includes(value)) return
  const hint = typeof value === 'string' ? ` The nearest one is ${nearest(value, known)}.` : ''
  throw new FaultError(`${field} must be one of ${known.join(', ')}.${hint}`, field)
}
