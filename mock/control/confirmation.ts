import { Refusal } from '../http/refusal'
import type { State } from '../state/state'

/**
 * Refuses to replace all data of a store that outlasts this process, unless the request names the store in `?confirm=`: other processes
 * work on the same data, and it cannot be recovered.
 */
export function refuseUnconfirmed(confirm: unknown, { store }: Pick<State, 'store'>): void {
  const { name } = store
  if (name === undefined || confirm === name) return
  throw new Refusal(
    409,
    'confirmation_required',
    `This replaces all data of the store ${name}, for every process that shares it, and for good. Repeat the request with ?confirm=${encodeURIComponent(name)}. GET /__mock/snapshot saves the data before.`,
    { param: 'confirm' },
  )
}
