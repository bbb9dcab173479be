import { shellWord } from '../engine/shell'

const dropped =
  /^--(live-key|test-key|scoped-key|expired-key|only|json|html|junit|dialect-out|ledger|plant|seed)(=|$)/

/** The command of this run for one check alone. Keys are left out: they may come from the environment. */
export function rerunLine(args: readonly string[], seed: number): (id: string) => string {
  const kept: string[] = []
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (!dropped.test(arg)) kept.push(arg)
    else if (!arg.includes('=')) index += 1
  }
  return (id) =>
    ['event-delivery-conformance', ...kept, '--seed', String(seed), '--only', id].map(shellWord).join(' ')
}
