import type { FlagName, Flags } from './flags'
import { UsageError } from './usage-error'

/** The number of a flag. Throws a `UsageError` for text that is none, or is below `least`. */
export function numberOf(flags: Flags, name: FlagName, least: number): number | undefined {
  const written = flags.text(name)
  if (written === undefined) return undefined
  const value = Number(written)
  if (/^\d+(\.\d+)?$/.test(written) && value >= least) return value
  throw new UsageError(`--${name} must be a number of at least ${least}, such as --${name} 10.`)
}

/** The whole number of a flag. Throws a `UsageError`. */
export function wholeNumberOf(flags: Flags, name: FlagName, least: number): number | undefined {
  const value = numberOf(flags, name, least)
  if (value === undefined || Number.isSafeInteger(value)) return value
  throw new UsageError(`--${name} must be a whole number, such as --${name} ${Math.ceil(value)}.`)
}

/** The event types of `--events`. Throws a `UsageError` for an empty one. */
export function eventTypesOf(flags: Flags): string[] | undefined {
  const types = flags
    .text('events')
    ?.split(',')
    .map((type) => type.trim())
  if (types?.includes(''))
    throw new UsageError(
      '--events holds an empty type. Write --events order.paid,order.shipped, or --events "*".',
    )
  return types
}

/** A point in time: Unix seconds, or a date. In milliseconds since the epoch. Throws a `UsageError`. */
export function timeOf(flags: Flags, name: FlagName): number | undefined {
  const written = flags.text(name)
  if (written === undefined) return undefined
  const time = /^\d{1,11}$/.test(written) ? Number(written) * 1000 : Date.parse(written)
  if (Number.isFinite(time)) return time
  throw new UsageError(
    `--${name} must be Unix seconds or a date, such as --${name} 1700000000 or --${name} 2026-11-21T03:00:00Z.`,
  )
}
