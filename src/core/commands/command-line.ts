import { Command, CommanderError } from 'commander'
import { didYouMean } from '../nearest'
import { excerpt } from '../visible'
import { type Flag, flagOf, type FlagTable, type FlagValues, flagWithForm } from './flags'
import { helpOf, optionOf } from './help'
import type { CommandShape, Program } from './program'
import { UsageError, WrongValue } from './usage-error'

/** A flag of a command line, with its value as it was written. */
export interface GivenFlag<Name = string> {
  name: Name
  /** `undefined` for a switch. */
  text?: string
}

/** A command line that was read: a command with what it needs, or the text of the help or the version that it asks for. */
export type CommandLine<Table extends FlagTable, Shape> =
  { text: string } | { text?: undefined; command: Shape; args: readonly string[]; flags: FlagValues<Table> }

/** Reads the command line of a program, and the environment where the line is silent. Throws a `UsageError`. */
export function readCommandLine<Table extends FlagTable, Shape extends CommandShape>(
  program: Program<Table, Shape>,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine<Table, Shape> {
  const line = splitLine(program.flags, args)
  const [first] = line.words
  const isHelp = line.asksHelp || first === 'help'
  const words = first === 'help' ? line.words.slice(1) : line.words
  if (isHelp) return { text: helpFor(program, words) }
  if (line.asksVersion) return { text: program.version }
  const [stray] = line.unknown
  if (stray !== undefined) throw noSuchFlag(program, stray)
  const { command, rest } = find(program, words)
  const name = command.name === '' ? program.name : command.name
  const advice = seeHelp(program, command)
  const { args: names = [] } = command
  const [missing] = names.slice(rest.length)
  if (missing !== undefined) throw new UsageError(`${name} needs <${missing}>. ${advice}`)
  const [extra] = rest.slice(names.length)
  if (extra !== undefined) throw new UsageError(`${name} takes no argument ${excerpt(extra, 60)}. ${advice}`)
  const foreign = line.given.find((flag) => !command.flags.includes(flag.name))
  if (foreign) throw new UsageError(`${name} has no flag ${flagOf(foreign.name)}. ${advice}`)
  const flags = {
    ...valuesOf(program, line.given),
    ...environmentValues(program, command, line, environment),
  }
  refuseExclusions(program.flags, line.given)
  return { command, args: rest, flags }
}

/** The words of a command line. */
export interface SplitLine<Name> {
  /** The flags in their order. */
  given: readonly GivenFlag<Name>[]
  /** What is no flag: the command and its arguments. */
  words: readonly string[]
  /** The first unknown flag, and what follows it. */
  unknown: readonly string[]
  asksHelp: boolean
  asksVersion: boolean
}

/** Splits a command line by the known flags. Throws a `UsageError` for a flag without its value. */
export function splitLine<Table extends FlagTable>(
  flags: Table,
  args: readonly string[],
): SplitLine<keyof Table & string> {
  const given: GivenFlag<keyof Table & string>[] = []
  const asked = { help: false, version: false }
  const parser = new Command()
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => {} })
  parser.option('-h, --help').on('option:help', () => (asked.help = true))
  parser.option('-V, --version').on('option:version', () => (asked.version = true))
  for (const [name, flag] of Object.entries(flags)) {
    parser.addOption(optionOf(name, flag))
    parser.on(`option:${flagOf(name).slice(2)}`, (text?: string) => {
      // Where a value was forgotten, the parser takes the next flag for it.
      if (text?.startsWith('--') && args.includes(text)) throw noValue(name, flag)
      given.push({ name, text })
    })
  }
  try {
    const { operands: words, unknown } = parser.parseOptions([...args])
    return { given, words, unknown, asksHelp: asked.help, asksVersion: asked.version }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // The parser refuses nothing but a last flag without its value.
    const [name = '', flag = { help: '' }] =
      Object.entries(flags).find(([known]) => flagOf(known) === args.at(-1)) ?? []
    throw noValue(name, flag)
  }
}

const noValue = (name: string, flag: Flag<unknown>) =>
  new UsageError(`${flagOf(name)} needs a value: ${flagWithForm(name, flag)}.`)

function valuesOf<Table extends FlagTable>(
  { flags }: Program<Table>,
  given: readonly GivenFlag[],
): FlagValues<Table> {
  const values: Record<string, unknown> = {}
  for (const { name, text } of given) {
    const flag = flags[name] as Flag<unknown>
    if (text === undefined) {
      values[name] = true
      continue
    }
    if (text.trim() === '')
      throw new UsageError(`${flagOf(name)} is empty: is the variable set that it comes from?`)
    // The last of several counts, so that a caller can override what a script or an image says.
    values[name] = valueOf(flagOf(name), flag, text, flag.repeats ? values[name] : undefined)
  }
  return values as FlagValues<Table>
}

/** The values that the environment gives a command where the line is silent. An empty variable counts as none. */
function environmentValues<Table extends FlagTable>(
  { flags }: Program<Table>,
  command: CommandShape,
  { given }: Pick<SplitLine<string>, 'given'>,
  environment: Readonly<Record<string, string | undefined>>,
): FlagValues<Table> {
  const silent = command.flags.filter((name) => !given.some((one) => one.name === name))
  const entries = silent.flatMap((name) => {
    const flag = flags[name] as Flag<unknown>
    const text = flag.variable && environment[flag.variable]?.trim()
    if (!flag.variable || !text) return []
    const source = flag.variable
    const texts = flag.repeats ? text.split(/\s+/) : [text]
    return [[name, texts.reduce<unknown>((before, one) => valueOf(source, flag, one, before), undefined)]]
  })
  return Object.fromEntries(entries) as FlagValues<Table>
}

/** Reads the value of a flag. `source` is where the text comes from: the flag itself, or its environment variable. */
function valueOf(source: string, flag: Flag<unknown>, text: string, before: unknown): unknown {
  try {
    return flag.read ? flag.read(text, before) : text
  } catch (error) {
    if (error instanceof UsageError) throw error
    const subject = flag.isSecret ? source : `${source} ${excerpt(text, 60)}`
    const { message } = error as Error
    throw new UsageError(error instanceof WrongValue ? `${subject} ${message}` : `${subject}: ${message}`)
  }
}

function refuseExclusions(flags: FlagTable, given: readonly GivenFlag[]): void {
  for (const { name } of given) {
    const other = flags[name]?.excludes?.find((one) => given.some((flag) => flag.name === one))
    if (other !== undefined)
      throw new UsageError(`${flagOf(name)} and ${flagOf(other)} exclude each other. Give one.`)
  }
}

const seeHelp = ({ name }: Program, command?: CommandShape) =>
  `See ${[name, command?.name].filter(Boolean).join(' ')} --help.`

/** The error for an unknown flag. The text behind its equals sign may be a key, so the message does not repeat it. */
function noSuchFlag(program: Program, written: string): UsageError {
  const word = written.replace(/=[^]*/, '')
  const known = Object.keys(program.flags).map(flagOf)
  if (known.includes(word))
    return new UsageError(`${word} takes no value. Leave out what follows the equals sign.`)
  const why = program.refused?.[word]
  const cure = why === undefined ? didYouMean(word, known) : ` ${why}`
  return new UsageError(`There is no flag ${excerpt(word, 60)}.${cure} ${seeHelp(program)}`)
}

/** The command whose name the words begin with, and the words behind it. */
function find<Shape extends CommandShape>(
  program: Program<FlagTable, Shape>,
  words: readonly string[],
): { command: Shape; rest: readonly string[] } {
  for (const command of program.commands) {
    const parts = command.name.split(' ')
    if (words.slice(0, parts.length).join(' ') === command.name)
      return { command, rest: words.slice(command.name === '' ? 0 : parts.length) }
  }
  throw noSuchCommand(program, words)
}

function noSuchCommand(program: Program, words: readonly string[]): UsageError {
  const names = program.commands.map(({ name }) => name).filter(Boolean)
  const [first = '', second] = words
  const advice = seeHelp(program)
  const inGroup = names.filter((name) => name.startsWith(`${first} `))
  if (first === '') return new UsageError(`Which command? ${names.join(', ')}. ${advice}`)
  // A word of another form may be a key, and is not repeated.
  const [pair, word] = [[first, second].join(' ').trim(), first].map((text) =>
    /^[a-z][a-z -]{0,30}$/.test(text) ? text : undefined,
  )
  if (inGroup.length > 0 && (second === undefined || pair === undefined))
    return new UsageError(`${first} needs a word more: ${inGroup.join(', ')}. ${advice}`)
  if (/^https?:/.test(first) && program.flagOfUrl !== undefined)
    return new UsageError(`A URL belongs to a flag. Did you mean ${flagOf(program.flagOfUrl)}? ${advice}`)
  const written = names.some((name) => name.includes(' ')) ? (pair ?? word) : word
  if (written === undefined)
    return new UsageError(`A word stands on the line that belongs to no flag. ${advice}`)
  const near = didYouMean(written, names) || didYouMean(first, names)
  return new UsageError(`There is no command ${written}.${near} ${advice}`)
}

/** The help of a command, of all commands whose names begin with the same word, or of the program. */
function helpFor(program: Program, words: readonly string[]): string {
  const named = program.commands.filter(({ name }) => name !== '')
  const inGroup = named.filter(({ name }) => words.length === 1 && name.startsWith(`${words[0]} `))
  if (inGroup.length > 0) return inGroup.map((command) => helpOf(program, command)).join('\n\n')
  return helpOf(program, words.length === 0 ? undefined : find(program, words).command)
}
