import { watchProcess } from '../../src/core/commands/interruption'
import { couldNotRun, main } from './command/main'
import { program } from './command/program'

const { stdout, stderr, env } = process
// By itself Node ends a crash with 1, which would say non-conformant, and a run that never settles with 13.
process.exitCode = couldNotRun

// A reader that goes away (`| head`) or a full disk ends the output, not the run: reports and exit status still count.
for (const stream of [stdout, stderr]) stream.on('error', () => undefined)

// The clean-up of an interrupted run ends before, and its reports are written.
const longestEnd = 10_000
const interruption = watchProcess({ name: program.name, failed: couldNotRun, longestEnd })

// Logs and screen readers need plain lines.
const isLive = stdout.isTTY && env.TERM !== 'dumb' && !env.CI && !env.NO_COLOR
const terminal = {
  get columns() {
    return stdout.columns || 80
  },
  write: (text: string) => void stdout.write(text),
}

/**
 * How many times as long this process takes as on a machine at rest: its time since the start over its CPU time. Until a run begins it only computes,
 * so that all other time went to other processes.
 */
function slowness(): number {
  const { user, system } = process.cpuUsage()
  return Math.max(1, (process.uptime() * 1_000_000) / (user + system))
}

process.exitCode = await main(process.argv.slice(2), {
  env,
  print: (text) => void stdout.write(`${text}\n`),
  complain: (text) => void stderr.write(`${text}\n`),
  signal: interruption.signal,
  slowness,
  onEarlyEnd: (tell) => interruption.onEarlyEnd(tell),
  terminal: isLive ? terminal : undefined,
})
// A connection that a service holds open must not hold the process once all is printed.
stdout.write('', () => void setTimeout(() => process.exit(), 2_000).unref())
