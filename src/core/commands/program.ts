import type { FlagTable } from './flags'

/** A command of a program as data: what its help says, its arguments and its flags. */
export interface CommandShape<Name extends string = string> {
  /** The words that name it, such as `events list`. Empty for what a program does where no command is named. */
  name: string
  /** A line of the list of commands. */
  summary: string
  /** The arguments, by the names that the help has for them. All are required. None unless given. */
  args?: readonly string[]
  flags: readonly Name[]
  /** A further paragraph of the help. */
  about: readonly string[]
  examples: readonly string[]
  /** Lines at the end of the help. */
  notes?: readonly string[]
}

/** A program as data: its commands and all of their flags. A name of a flag means the same in each command that has it. */
export interface Program<Table extends FlagTable = FlagTable, Shape extends CommandShape = CommandShape> {
  name: string
  version: string
  about: string
  flags: Table
  /** Its commands, in the order of the help. One without a name stands last. */
  commands: readonly Shape[]
  /** Lines at the end of the help of the program. */
  notes?: readonly string[]
  /** Flags that somebody may expect, and why there is none. */
  refused?: Readonly<Record<string, string>>
  /** The option that a URL without a flag was meant for. */
  flagOfUrl?: string
}
