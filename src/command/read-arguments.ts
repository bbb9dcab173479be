import { parseArgs } from 'node:util'
import { definitionOf, type FlagName, flagDefinitions, type Flags, generalFlags, refusedFlags } from './flags'
import type { Command } from './invocation'
import { didYouMean } from '../errors/nearest'
import { UsageError } from './usage-error'

/** A command line: the words and values, and the flags by their names. */
export interface CommandLine {
  positionals: readonly string[]
  flags: Flags
  /** The names of the flags that were given. */
  given: readonly FlagName[]
}

const known = Object.keys(flagDefinitions) as FlagName[]

/** Splits a command line by the flags that exist. Throws a `UsageError` for any other flag, and for a value that is missing. */
export function readArguments(args: readonly string[]): CommandLine {
  const options = Object.fromEntries(
    known.map((name) => [
      name,
      { type: definitionOf(name).value === undefined ? 'boolean' : 'string', multiple: true } as const,
    ]),
  )
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const positionals: string[] = []
  const values = new Map<FlagName, string[]>()
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const name = knownName(token.name, token.rawName)
    const value = checkedValue(name, token.value, token.inlineValue)
    const before = values.get(name) ?? []
    if (before.length > 0 && !definitionOf(name).repeatable && value !== '')
      throw new UsageError(`--${name} was given twice. Give it once.`)
    values.set(name, [...before, value])
  }
  const flags: Flags = {
    has: (name) => values.has(name),
    text: (name) => values.get(name)?.[0],
    all: (name) => values.get(name) ?? [],
  }
  return { positionals, flags, given: [...values.keys()] }
}

function knownName(name: string, written: string): FlagName {
  if (Object.hasOwn(flagDefinitions, name)) return name as FlagName
  if (name === 'h') return 'help'
  const refused = Object.hasOwn(refusedFlags, name) ? refusedFlags[name] : undefined
  const near = didYouMean(
    `--${name}`,
    known.map((one) => `--${one}`),
  )
  throw new UsageError(
    refused ? `There is no flag ${written}. ${refused}` : `There is no flag ${written}.${near}`,
  )
}

/** The value of a flag, empty for a switch. */
function checkedValue(name: FlagName, value: string | undefined, isInline: boolean | undefined): string {
  const { value: placeholder } = definitionOf(name)
  if (placeholder === undefined) {
    if (isInline) throw new UsageError(`--${name} takes no value. Leave out what follows the equals sign.`)
    return ''
  }
  // The next argument may be a flag, because the value was forgotten.
  const isMissing = value === undefined || (!isInline && /^--./.test(value))
  if (isMissing) throw new UsageError(`--${name} needs a value: --${name} ${placeholder}`)
  return value
}

/** Refuses arguments and flags that a command does not have. */
export function checkFor(command: Command, { given }: CommandLine, args: readonly string[]): void {
  const { name, flags } = command
  const [missing] = command.args.slice(args.length)
  if (missing !== undefined)
    throw new UsageError(`${name} needs ${missing}. See event-delivery ${name} --help.`)
  const [extra] = args.slice(command.args.length)
  if (extra !== undefined)
    throw new UsageError(`${name} takes no argument ${extra}. See event-delivery ${name} --help.`)
  const stray = given.find((flag) => ![...flags, ...generalFlags].includes(flag))
  if (stray !== undefined)
    throw new UsageError(`${name} has no flag --${stray}. See event-delivery ${name} --help.`)
}
