import { commandName } from '../reports/rerun'
import { flagEntries, flagOf } from './flags'
import { shellWord } from '../wire/shell'

const onlyOnce = new Map(
  flagEntries
    .filter(([, flag]) => flag.onlyOnce)
    .map(([name, { value }]) => [flagOf(name), value !== undefined]),
)

/**
 * The command of this run for another task at the same deployment. Keys are left out: they may come from the environment.
 */
export function repeatCommand(args: readonly string[], baseUrl: string, ...more: readonly string[]): string {
  const kept: string[] = []
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    const takesValue = onlyOnce.get(arg.split('=')[0] ?? '')
    if (takesValue === undefined) kept.push(arg)
    else if (takesValue && !arg.includes('=')) index += 1
  }
  return [commandName, ...['--base-url', baseUrl, ...kept, ...more].map(shellWord)].join(' ')
}

/** The command of this run for one check alone. */
export function rerunLine(args: readonly string[], baseUrl: string, seed: number): (id: string) => string {
  return (id) => repeatCommand(args, baseUrl, '--seed', String(seed), '--only', id)
}
