import type { Key } from './key'
import type { Session } from './session'

const patience = 20_000

/** Deletes what the run created. Returns the ids of what is left. */
export async function cleanUp(session: Session): Promise<string[]> {
  const signal = AbortSignal.timeout(patience)
  const left: string[] = []
  if (session.lostRegistration) await find(session, signal)
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

/** Enters the run's webhooks into the ledger that it does not know by id, where the deployment lists webhooks. */
async function find(session: Session, signal: AbortSignal): Promise<void> {
  for (const key of session.usableKeys()) {
    try {
      const sent = { method: 'GET', path: '/v1/webhooks?limit=100', key }
      const { json } = await session.client.send(sent, signal, () => undefined)
      const items = (json as { data?: { id?: unknown; url?: unknown }[] } | undefined)?.data
      for (const { id, url } of Array.isArray(items) ? items : []) {
        const own = typeof url === 'string' && url.includes(`/${session.prefix}/`)
        if (own && typeof id === 'string') session.ledger.add({ id, key })
      }
    } catch {
      // What cannot be found cannot be deleted either.
    }
  }
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
