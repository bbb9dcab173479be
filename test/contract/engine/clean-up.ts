import type { Key } from './key'
import type { Session } from './session'

const patience = 20_000

/** Deletes what the run created. Returns the ids of what is left. */
export async function cleanUp(session: Session): Promise<string[]> {
  const signal = AbortSignal.timeout(patience)
  const left: string[] = []
  for (const { id, key } of session.ledger.open()) {
    // A scoped key may have ended meanwhile: then a full one has to do.
    const keys = [key, ...session.usableKeys().filter((one) => one !== key)]
    let gone = false
    for (const one of keys) gone ||= await remove(session, id, one, signal)
    if (gone) session.ledger.remove(id)
    else left.push(id)
  }
  return left
}

async function remove(session: Session, id: string, key: Key, signal: AbortSignal): Promise<boolean> {
  const path = `/v1/webhooks/${encodeURIComponent(id)}`
  try {
    const { status } = await session.client.send({ method: 'DELETE', path, key }, signal, () => undefined)
    return (status >= 200 && status < 300) || (status === 404 && key.kind !== 'scoped')
  } catch {
    return false
  }
}
