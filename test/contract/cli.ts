import { main } from './command/main'

const interrupt = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // Once: a second Ctrl-C ends it without a clean-up.
  process.once(name, () => interrupt.abort(new Error('The run was interrupted.')))
}

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
  signal: interrupt.signal,
})
