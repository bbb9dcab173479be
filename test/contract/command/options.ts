import { Command, Option } from 'commander'
import { didYouMean, UsageError, withoutSecrets, WrongValue } from './usage-error'
import { flagEntries, flagOf, variableOf, type Flag, type Options } from './flags'
import { version } from '../engine/version'
import type { DiffTask } from './diff'
import type { Mode } from '../engine/vocabulary'

/** The values of the flags, from the command line and the environment. */
export type CommandOptions = Options & { mode: Mode }

/** The task of a command line: a run with options, the comparison of two files, or that of a deployment with its twin. */
export type Task = { options: CommandOptions } | { diff: DiffTask } | { twin: CommandOptions }

/** The outputs of the command. */
export interface Output {
  print: (text: string) => void
  complain: (text: string) => void
}

/**
 * Reads the command line, and the environment where the line is silent. An empty variable counts as none. Throws a
 * `UsageError` that names what is wrong, or a `CommanderError` whose message was printed already.
 */
export function readCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { print, complain }: Output,
): Task {
  let diff: DiffTask | undefined
  let isTwin = false
  const command = describe(
    (task) => void (diff = task),
    () => void (isTwin = true),
  ).configureOutput({
    writeOut: (text) => print(text.trimEnd()),
    // An unknown flag may be a misspelt one that holds a key.
    writeErr: (text) =>
      complain(withoutSecrets(text.trimEnd().replace(/(unknown option '[^'=]*)=[^']*/, '$1'))),
  })
  for (const one of command.commands) one.copyInheritedSettings(command).allowExcessArguments(false)
  assertValues(command, args)
  command.parse([...args], { from: 'user' })
  if (diff) return { diff }
  if (!isTwin && command.args.length > 0) throw strayWord(command.args[0] ?? '')
  const line = command.opts<Options>()
  const options: Options = { ...fromEnvironment(env, line), ...line }
  const complete = { ...options, mode: options.mode ?? 'non-disruptive' }
  return isTwin ? { twin: complete } : { options: complete }
}

/** The values that the environment gives where the line is silent. */
function fromEnvironment(env: Readonly<Record<string, string | undefined>>, line: Options): Options {
  const values = flagEntries.flatMap(([name, flag]) => {
    const variable = variableOf(flag)
    const text = variable && env[variable]?.trim()
    if (!text || line[name] !== undefined) return []
    const texts = flag.repeats ? text.split(/\s+/) : [text]
    const read = reader(variable, flag)
    return [[name, texts.reduce<unknown>((before, one) => read(one, before), undefined)]]
  })
  return Object.fromEntries(values) as Options
}

function describe(onDiff: (task: DiffTask) => void, onTwin: () => void): Command {
  const command = new Command('event-delivery-conformance')
    .description('Judges whether a deployment conforms to the Event Delivery Service interface.')
    .version(version)
    .allowExcessArguments()
    .helpCommand(true)
    .action(() => undefined)
    .addHelpText('after', '\nExit status: 0 conformant, 1 non-conformant, 2 it could not run, 3 incomplete.')
    .showHelpAfterError('--help shows all flags.')
    .exitOverride()
  for (const [name, flag] of flagEntries) {
    const variable = variableOf(flag)
    const option = new Option(
      [flagOf(name), flag.value].filter(Boolean).join(' '),
      variable ? `${flag.help} (env: ${variable})` : flag.help,
    )
    command.addOption(flag.read ? option.argParser<unknown>(reader(flagOf(name), flag)) : option)
  }
  command
    .command('diff <a> <b>')
    .description('Shows in what two dialects or two reports differ. Exit status: 0 the same, 1 different.')
    .option('--html <file>', 'write the differences as a page to look at')
    // The flag of the same name for a run takes the value wherever it stands on the line.
    .action((before: string, after: string, _: object, own: Command) =>
      onDiff({ before, after, html: own.optsWithGlobals<Options>().html }),
    )
  command
    .command('twin')
    .description(
      'Compares a deployment with a mock that plays its dialect. Exit status: 0 alike, 1 different.',
    )
    .addHelpText(
      'after',
      '\nTakes --base-url, --dialect, --test-key, --json, --mode, and with --mode full --live-key and the flags of the receiver.',
    )
    .action(onTwin)
  return command
}

/** Reads a value for the flag or variable `name`. An error names the flag and never the value, which may be a secret. */
function reader(name: string, { read }: Flag<unknown>): (text: string, before?: unknown) => unknown {
  return (text, before) => {
    try {
      return read?.(text, before)
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error
      throw new UsageError(`${name}${error.message.startsWith(':') ? '' : ' '}${error.message}`)
    }
  }
}

/**
 * Refuses flags without a value. The parser would take the next flag for the value, and a shell leaves an empty word for a
 * variable that is not set.
 */
function assertValues(command: Command, args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    const [, name, inline] = /^(--[a-z-]+)(?:=([\s\S]*))?$/.exec(arg) ?? []
    if (!command.options.some(({ long, required }) => required && long === name)) continue
    const value = inline ?? args[index + 1]
    if (value === undefined || (inline === undefined && value.startsWith('--')))
      throw new UsageError(`${name} has no value. --help shows what it takes.`)
    if (value.trim() === '') throw new UsageError(`${name} is empty: is the variable set that it comes from?`)
  }
}

function strayWord(word: string): UsageError {
  const meant = /^https?:/.test(word)
    ? ' Did you mean --base-url?'
    : didYouMean(word, ['diff', 'twin', 'help'])
  return new UsageError(`A word stands on the line that belongs to no flag.${meant} --help shows all flags.`)
}
