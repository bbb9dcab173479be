import { main } from './command/main'

const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // Once: a second Ctrl-C ends it without a clean-up.
  process.once(name, () => interrupt.abort(new Error('The run was interrupted.')))
}

const { stdout, env } = process
// Logs and screen readers want plain lines.
const live = stdout.isTTY && env.TERM !== 'dumb' && !env.CI && !env.NO_COLOR
const terminal = {
  columns: stdout.columns || 80,
  write: (text: string) => void stdout.write(text),
}

process.exitCode = await main(process.argv.slice(2), {
  env,
  print: (text) => void stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
  signal: interrupt.signal,
  terminal: live ? terminal : undefined,
})
