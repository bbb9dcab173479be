import { CommanderError, Option, type Command } from 'commander'
import { flagOf, type Flag } from './flags'
import { UsageError } from './usage-error'

/** The option of a flag. An error of its value names the flag, and repeats the value only where it is no secret. */
export function optionOf(name: string, flag: Flag<unknown>): Option {
  const option = new Option([flagOf(name), flag.form].filter(Boolean).join(' '), flag.help)
  option.helpGroup(`${flag.group}:`).conflicts([...(flag.excludes ?? [])])
  return flag.read ? option.argParser<unknown>(reader(flagOf(name), flag)) : option
}

/**
 * Reads the words of a command line. `undefined` when they ask for help or the version, which goes to `print`. Throws a
 * `UsageError`, whose message repeats no value that may be a secret.
 */
export function readWords<Values extends object>(
  command: Command,
  args: string[],
  print: (text: string) => void,
): Values | undefined {
  command
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: () => {} })
  refuseMissingValues(command, args)
  try {
    command.parse(withoutStrayValues(command, args), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    throw new UsageError(oneLine(error.message.replace(/^error: /, '')))
  }
  if (command.args.length > 0) throw strayWord(command.args[0] ?? '')
  return command.opts<Values>()
}

function reader(name: string, { read }: Flag<unknown>): (text: string, before?: unknown) => unknown {
  return (text, before) => {
    try {
      return read?.(text, before)
    } catch (error) {
      throw new UsageError(`${name}: ${oneLine((error as Error).message)}`)
    }
  }
}

/** Refuses flags without a value: the parser would take the next flag for it, and a shell leaves an empty word for an unset variable. */
function refuseMissingValues(command: Command, args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    const [, name, inline] = /^(--[a-z-]+)(?:=([^]*))?$/.exec(arg) ?? []
    if (!command.options.some(({ long, required }) => required && long === name)) continue
    const value = inline ?? args[index + 1]
    if (value === undefined || (inline === undefined && value.startsWith('--')))
      throw new UsageError(`${name} has no value. --help shows what it takes.`)
    if (value.trim() === '') throw new UsageError(`${name} is empty: is the variable set that it comes from?`)
  }
}

/** The words without the values of unknown flags: such a value may be a key, and the parser suggests flags by the name alone. */
function withoutStrayValues({ options }: Command, args: readonly string[]): string[] {
  return args.map((arg) => {
    const [, name] = /^(--[^=]+)=/.exec(arg) ?? []
    return name === undefined || options.some(({ long }) => long === name) ? arg : name
  })
}

function strayWord(word: string): UsageError {
  const meant = /^https?:/.test(word) ? ' Did you mean --webhook?' : ''
  return new UsageError(`A word stands on the line that belongs to no flag.${meant} --help shows all flags.`)
}

function oneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, ' ').trim()
}
