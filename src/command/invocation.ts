import type { Readable } from 'node:stream'
import type { Clock } from '../transport/clock'
import type { FlagName, Flags } from './flags'
import type { Output } from './output'

/** The input and the surroundings of a command. */
export interface Invocation {
  /** The arguments behind the name of the command. */
  args: readonly string[]
  flags: Flags
  environment: Readonly<Record<string, string | undefined>>
  input: Readable
  output: Output
  clock: Clock
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** A command as data: its help, its arguments and flags, and what it does. */
export interface Command {
  /** The words that name it, such as `events list`. */
  name: string
  /** A line of the list of commands. */
  summary: string
  /** The arguments, by the names that the help has for them. All are required. */
  args: readonly string[]
  /** The flags beside those of every command. */
  flags: readonly FlagName[]
  /** A further paragraph of the help. */
  about: readonly string[]
  examples: readonly string[]
  /** Resolves with the exit status, unless that is 0. */
  run(invocation: Invocation): Promise<number | void>
}
