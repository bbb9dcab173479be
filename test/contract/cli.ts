import { main } from './command/main'
import { withoutSecrets } from './command/usage-error'

const { stdin, stdout, stderr, env } = process
const couldNotRun = 2
// However it ends: by itself Node makes 1 of a crash, which says non-conformant, and 13 of a run that never settles.
process.exitCode = couldNotRun

// A reader that goes away (`| head`) or a full disk ends the output, not the run: reports and exit status still count.
for (const stream of [stdout, stderr]) stream.on('error', () => undefined)

const interrupt = new AbortController()
const complain = (text: string) => void stderr.write(`${text}\n`)

/** Ends the run, which deletes what it created; where that takes too long, the process. */
function end(reason: string, status: number): void {
  if (interrupt.signal.aborted) return
  interrupt.abort(new Error(reason))
  setTimeout(() => process.exit(status), 60_000).unref()
}

const signals: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
// Without a terminal nobody closes one, and nohup counts on the signal being ignored.
const closable = [stdin, stdout, stderr].some(({ isTTY }) => isTTY)
/** What starts the command may pass on a Ctrl-C that the terminal has sent to all. In milliseconds. */
const oneAndTheSame = 400
for (const [name, status] of Object.entries(signals)) {
  if (name === 'SIGHUP' && !closable) continue
  let first: number | undefined
  process.on(name, () => {
    first ??= performance.now()
    // Another signal may only be the next step of whoever stops it; the same one again does not want to wait.
    if (performance.now() - first > oneAndTheSame) process.exit(status)
    end('The run was interrupted.', status)
  })
}
process.on('uncaughtException', (error: unknown) => {
  complain(
    withoutSecrets(`The suite itself failed: ${error instanceof Error ? error.message : String(error)}`),
  )
  if (interrupt.signal.aborted) process.exit(couldNotRun)
  end('The suite itself failed.', couldNotRun)
})

// Logs and screen readers want plain lines.
const live = stdout.isTTY && env.TERM !== 'dumb' && !env.CI && !env.NO_COLOR
const terminal = {
  get columns() {
    return stdout.columns || 80
  },
  write: (text: string) => void stdout.write(text),
}

process.exitCode = await main(process.argv.slice(2), {
  env,
  print: (text) => void stdout.write(`${text}\n`),
  complain,
  signal: interrupt.signal,
  terminal: live ? terminal : undefined,
})
// All is said and done: a connection that a service holds open must not hold the process.
stdout.write('', () => void setTimeout(() => process.exit(), 2_000).unref())
