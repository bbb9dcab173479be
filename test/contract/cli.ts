import { endingSignals, Interruption } from './command/interruption'
import { couldNotRun, main } from './command/main'
import { inert, oneLine } from './reports/inert'
import { withoutSecrets } from './command/usage-error'

const { stdin, stdout, stderr, env } = process
// By itself Node ends a crash with 1, which would say non-conformant, and a run that never settles with 13.
process.exitCode = couldNotRun

// A reader that goes away (`| head`) or a full disk ends the output, not the run: reports and exit status still count.
for (const stream of [stdout, stderr]) stream.on('error', () => undefined)

const complain = (text: string) => void stderr.write(`${text}\n`)
const interruption = new Interruption({
  now: () => performance.now(),
  exit: (status) => process.exit(status),
})

// Without a terminal nobody closes one, and nohup counts on the signal being ignored.
const hasTerminal = [stdin, stdout, stderr].some(({ isTTY }) => isTTY)
for (const name of endingSignals) {
  if (name !== 'SIGHUP' || hasTerminal) process.on(name, () => interruption.receive(name))
}
process.on('uncaughtException', (error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  complain(inert(oneLine(withoutSecrets(`The suite itself failed: ${message}`))))
  if (interruption.signal.aborted) process.exit(couldNotRun)
  interruption.end('The suite itself failed.', couldNotRun)
})

// Logs and screen readers need plain lines.
const isLive = stdout.isTTY && env.TERM !== 'dumb' && !env.CI && !env.NO_COLOR
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
  signal: interruption.signal,
  onEarlyEnd: (tell) => interruption.onEarlyEnd(tell),
  terminal: isLive ? terminal : undefined,
})
// A connection that a service holds open must not hold the process once all is printed.
stdout.write('', () => void setTimeout(() => process.exit(), 2_000).unref())
