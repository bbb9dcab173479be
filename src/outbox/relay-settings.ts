import { refuseValue } from '../errors/refuse'
import { checkCount, checkPositive } from '../transport/preflight'
import type { RelayOptions } from './options'

/** The options of a relay, complete. */
export type RelaySettings = Required<
  Pick<RelayOptions, 'concurrency' | 'lease' | 'retention' | 'pollInterval' | 'drain' | 'listen'>
> & { [Name in keyof RelayOptions]-?: NonNullable<RelayOptions[Name]> }

const shortestLease = 1000
const day = 86_400_000
const nothing = () => {}

/** Checks the options of a relay, and adds the usual values. */
export function relaySettings(options: RelayOptions, mostConnections: number | undefined): RelaySettings {
  const { concurrency = 16, lease = 30_000, retention = day, pollInterval = 1000, drain = 10_000 } = options
  if (!(Number.isInteger(concurrency) && concurrency > 0))
    refuseValue('concurrency', concurrency, 'give a whole number above 0.')
  if (!(lease >= shortestLease && lease < Infinity))
    refuseValue('lease', lease, `give at least ${shortestLease} milliseconds.`)
  const { onSent, onParked, onPaused, onResumed, signal, listen } = options
  return {
    concurrency,
    lease,
    retention: checkCount('retention', retention),
    pollInterval: checkPositive('pollInterval', pollInterval),
    drain: checkCount('drain', drain),
    // The only connection of a pool would never come back from listening.
    listen: (listen ?? true) && mostConnections !== 1,
    signal: signal ?? new AbortController().signal,
    onSent: onSent ?? nothing,
    onParked: onParked ?? nothing,
    onPaused: onPaused ?? nothing,
    onResumed: onResumed ?? nothing,
  }
}
