import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { RequestError } from '../errors/request-errors'
import { type Clock, systemClock } from '../transport/clock'
import { commands } from './commands'
import { exitOf, exits, explainEnding } from './ending'
import { helpOf, overview } from './help'
import type { Command } from './invocation'
import { didYouMean } from '../errors/nearest'
import { createOutput, type Output, type Sink } from './output'
import { createPaint, wantsColour } from './paint'
import { checkFor, type CommandLine, readArguments } from './read-arguments'
import { UsageError } from './usage-error'
import { visible } from '../core/visible'

/** The surroundings of the command: its process, or a stand-in that a test gives. */
export interface Surroundings {
  environment: Readonly<Record<string, string | undefined>>
  input: Readable
  out: Sink
  err: Sink
  clock: Clock
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** Runs the command `event-delivery` in this process: sets its exit status, and ends cleanly on Ctrl-C. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const controller = new AbortController()
  const stop = () => {
    // A second Ctrl-C ends the process at once.
    if (controller.signal.aborted) process.exit(exits.interrupted)
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // A reader such as `head` has seen enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(exits.done)
  })
  process.exitCode = await main(args, {
    environment: process.env,
    input: process.stdin,
    out: process.stdout,
    err: process.stderr,
    clock: systemClock,
    signal: controller.signal,
  })
}

/** Carries out a command line. Resolves with the exit status, and never rejects. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { environment, out, err, signal } = surroundings
  const output = createOutput({
    json: args.includes('--json'),
    paint: createPaint(wantsColour(environment, out.isTTY)),
    out,
    err,
  })
  try {
    return await carryOut(readArguments(args), surroundings, output)
  } catch (error) {
    output.progress('')
    if (signal.aborted) return reportInterruption(error, output)
    const { line, record } = explainEnding(error)
    output.note(record, `event-delivery: ${line}`)
    return exitOf(error)
  }
}

async function carryOut(line: CommandLine, surroundings: Surroundings, output: Output): Promise<number> {
  const { environment, input, out, clock, signal } = surroundings
  const { flags } = line
  const isHelp = flags.has('help') || line.positionals[0] === 'help'
  const words = line.positionals[0] === 'help' ? line.positionals.slice(1) : line.positionals
  const print = (text: string) => {
    out.write(`${text}\n`)
    return exits.done
  }
  if (flags.has('version') && words.length === 0) return print(version())
  const found = find(words)
  if (found === undefined) {
    const [group = ''] = words
    const inGroup = commands.filter(({ name }) => name.startsWith(`${group} `))
    if (isHelp && words.length === 0) return print(overview(commands))
    if (isHelp && inGroup.length > 0) return print(inGroup.map(helpOf).join('\n\n'))
    throw new UsageError(unknownCommand(words))
  }
  const { command, args } = found
  if (isHelp) return print(helpOf(command))
  checkFor(command, line, args)
  return (await command.run({ args, flags, environment, input, output, clock, signal })) ?? exits.done
}

/** The command whose name the words begin with, and its arguments. */
function find(words: readonly string[]): { command: Command; args: readonly string[] } | undefined {
  for (const command of commands) {
    const length = command.name.split(' ').length
    if (words.slice(0, length).join(' ') === command.name) return { command, args: words.slice(length) }
  }
  return undefined
}

function unknownCommand(words: readonly string[]): string {
  const [first, second] = words
  const advice = 'See event-delivery --help.'
  if (first === undefined) return `Which command? ${commands.map(({ name }) => name).join(', ')}. ${advice}`
  const inGroup = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  if (inGroup.length > 0 && second === undefined)
    return `${first} needs a word more: ${inGroup.join(', ')}. ${advice}`
  const written = [first, second].join(' ').trim()
  const names = commands.map(({ name }) => name)
  return `There is no command ${visible(written)}.${didYouMean(written, names) || didYouMean(first, names)} ${advice}`
}

/** Says what an interrupted command leaves open. */
function reportInterruption(error: unknown, output: Output): number {
  const { line, record } = explainEnding(error)
  const { attempts = [], method } = error as Partial<RequestError>
  // Only a request that was sent, and that was no reading, can have done something.
  const isOpen = attempts.length > 0 && method !== 'GET'
  if (isOpen) output.note(record, `event-delivery: ${line}`)
  return exits.interrupted
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
