import { ask, askAll, type Seen } from '../../probes/exchanges/ask'
import { isRefusal, isSuccess } from '../../probes/expect'
import { observeRefusals } from '../../probes/choices/refusal'
import type { Answer, Context } from '../../engine/check'

/** The parts that checks of open questions share. */
export const observing = { level: 'observe', mode: 'non-disruptive', needs: ['event-key'] } as const

/** Makes exchanges and records what their refusals say. */
export async function askFor(context: Context, names: readonly string[]): Promise<Seen[]> {
  const seen = await askAll(context, names)
  recordRefusals(context, seen)
  return seen
}

/** Makes one exchange and records what its refusal says. */
export async function askOne(context: Context, name: string): Promise<Seen> {
  const seen = await ask(context, name)
  recordRefusals(context, [seen])
  return seen
}

/** Records the refusals of exchanges. All exchanges of a situation have to be given at once. */
export function recordRefusals(context: Context, seen: readonly Seen[]): void {
  const refusals = seen.map(({ exchange: { situation }, asked: { value, values }, answer }) => ({
    ...{ situation, value, answer },
    values: values && { ...values, ...methodsIn(answer) },
  }))
  observeRefusals(context, refusals)
}

/** The methods that an answer names in `Allow`, which its message may repeat. */
function methodsIn({ headers }: Answer): { methods?: string } {
  const methods = headers.get('allow')
  return methods ? { methods } : {}
}

/** The statuses of exchanges as a text. */
export function statusesOf(seen: readonly Seen[]): string {
  return seen.map(({ answer }) => answer.status).join(', ')
}

export function allSucceed(seen: readonly Seen[]): boolean {
  return seen.length > 0 && seen.every(({ answer }) => isSuccess(answer))
}

export function allRefuse(seen: readonly Seen[]): boolean {
  return seen.length > 0 && seen.every(({ answer }) => isRefusal(answer))
}
