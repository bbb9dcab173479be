import { commandName } from '../reports/rerun'
import { shellWord } from '../wire/shell'

const dropped =
  /^--(base-url|live-key|test-key|scoped-key|expired-key|only|json|html|junit|dialect-out|ledger|plant|seed)(=|$)/

/** The command of this run for other tasks of the same deployment. Keys are left out: they may come from the environment. */
export function sameRun(args: readonly string[], baseUrl: string, ...more: readonly string[]): string {
  const kept: string[] = []
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (!dropped.test(arg)) kept.push(arg)
    else if (!arg.includes('=')) index += 1
  }
  return [commandName, ...['--base-url', baseUrl, ...kept, ...more].map(shellWord)].join(' ')
}

/** The command of this run for one check alone. */
export function rerunLine(args: readonly string[], baseUrl: string, seed: number): (id: string) => string {
  return (id) => sameRun(args, baseUrl, '--seed', String(seed), '--only', id)
}
