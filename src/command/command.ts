import { readCommandLine } from '../core/commands/command-line'
import { cannotPrint } from '../core/commands/files'
import { type Interruption, watchProcess } from '../core/commands/interruption'
import { paintFor } from '../core/commands/paint'
import type { Program } from '../core/commands/program'
import { failureLine, UsageError } from '../core/commands/usage-error'
import type { RequestError } from '../errors/request-errors'
import { version } from '../package.json'
import { systemClock } from '../transport/clock'
import { exitOf, exits, explainEnding } from './ending'
import { getEvent, listEvents, tailEvents } from './events'
import { listen } from './listen'
import { outboxHold, outboxRelay } from './outbox/relay'
import { rowCommands } from './outbox/rows'
import { createOutput, type Output } from './output'
import { type Command, type Creation, flags, refused, type Surroundings } from './program'
import { resendEvent } from './resend'
import { send } from './send'
import { verifyDelivery } from './verify'
import { addWebhook, listWebhooks, removeWebhook } from './webhooks'

/** The command as data. */
export const program: Program<typeof flags, Command> = {
  name: 'event-delivery',
  version,
  about: 'Sends events, looks at what is there, and delivers to a receiver on this machine.',
  flags,
  refused,
  commands: [
    ...[
      send,
      listEvents,
      tailEvents,
      getEvent,
      resendEvent,
      addWebhook,
      listWebhooks,
      removeWebhook,
      listen,
      verifyDelivery,
    ],
    ...[...rowCommands('outbox'), outboxRelay, outboxHold, ...rowCommands('inbox')],
  ],
  notes: [
    'event-delivery COMMAND --help has the flags and examples of a command.',
    'The key comes from EVENT_DELIVERY_API_KEY or --api-key-file, the address from EVENT_DELIVERY_BASE_URL or --base-url.',
    'Exit status: 0 done, 1 refused by the service or not verified, 2 wrong use, 3 no connection, 130 Ctrl-C, 143 SIGTERM.',
  ],
}

// How long the platform may need to close what a failed request has opened, in milliseconds.
const longestFetchEnd = 500

/** Runs the command `event-delivery` in this process: sets its exit status, and ends cleanly on Ctrl-C and SIGTERM. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const { env: environment, stdin: input, stdout: out, stderr: err } = process
  const interruption: Interruption = watchProcess({ name: program.name, failed: exits.refused })
  let running: Command | undefined
  let created: Creation | undefined
  out.on('error', (error: NodeJS.ErrnoException) => {
    const isUnread = error.code === 'EPIPE'
    // A reader such as `head` has seen enough.
    const isDone = isUnread && !running?.isService && !created?.isShownOnce
    const cause = isUnread
      ? new Error(`Nobody reads the output of ${running?.name} any more.`)
      : cannotPrint(error)
    if (!isDone) err.write(`${failureLine(program.name, cause)}\n`)
    created?.tell()
    process.exit(isDone ? exits.done : exits.refused)
  })
  // Notes that nobody reads any more end no work, and change no exit status.
  err.on('error', () => {})
  const { signal } = interruption
  const onBegin = (command: Command) => void (running = command)
  const onCreated = (creation: Creation) => void (created = creation)
  const surroundings = { environment, input, out, err, clock: systemClock, signal, onBegin, onCreated }
  const status = await main(args, surroundings)
  // The status says which signal it was.
  process.exitCode = status === exits.interrupted ? interruption.status || status : status
  // The `fetch` of Node goes on to connect to a proxy that closes each connection, after the command has given its request up.
  if (status === exits.noConnection) setTimeout(() => process.exit(), longestFetchEnd).unref()
}

/** Executes a command line. Resolves with the exit status, and never rejects. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { environment, input, out, err, signal } = surroundings
  // Ends the wait for an input that nobody writes to.
  signal.addEventListener('abort', () => input.destroy())
  const output = createOutput({
    json: args.includes('--json'),
    paint: paintFor(out, environment),
    out,
    err,
  })
  try {
    const line = readCommandLine(program, args, environment)
    if (line.text === undefined) {
      surroundings.onBegin?.(line.command)
      return (await line.command.run({ ...surroundings, ...line, output })) ?? exits.done
    }
    out.write(`${line.text}\n`)
    return exits.done
  } catch (error) {
    output.progress('')
    if (signal.aborted) return reportInterruption(error, output)
    const { line, record } = explainEnding(error)
    output.note(
      record,
      error instanceof UsageError ? failureLine(program.name, error) : `event-delivery: ${line}`,
    )
    return exitOf(error)
  }
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
