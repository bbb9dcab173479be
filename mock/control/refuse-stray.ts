import { invalidRequest } from '../http/refusal'
import { strayField } from '../settings/nearest'

/** Refuses a body with a field that a thing does not have, and names the nearest one that it has. */
export function refuseStray(body: object, known: readonly string[], thing: string): void {
  const stray = strayField(body, known, thing)
  if (stray) throw invalidRequest(stray.message, stray.field)
}
