import { makesTestData, type Key } from './key'
import type { Session } from './session'

const patience = 20_000
const mostPages = 100
const mostAttempts = 3

/** Deletes the webhooks that the run created. Returns the ids of what is left. */
export async function cleanUp(session: Session): Promise<string[]> {
  const signal = AbortSignal.timeout(patience)
  const left: string[] = []
  // What the deployment did to the checks says nothing about now.
  session.client.tryAgain()
  if (session.ledger.unanswered().length > 0) {
    const listed = []
    for (const key of session.usableKeys()) listed.push(await find(session, key, signal))
    // What no list shows was never made.
    if (listed.length > 0 && listed.every(Boolean)) {
      for (const url of session.ledger.unanswered()) session.ledger.answered(url)
    }
  }
  for (const { id, key } of session.ledger.open()) {
    // A scoped key may have ended meanwhile: then a full one has to do.
    const keys = [key, ...session.usableKeys().filter((one) => one !== key)]
    let gone = false
    for (const one of keys) gone ||= await remove(session, id, key, one, signal)
    if (gone) session.ledger.remove(id)
    else left.push(id)
  }
  return left
}

/**
 * Enters the run's webhooks into the ledger that it does not know by id. Resolves to whether the deployment lists
 * webhooks, and did so to the end.
 */
async function find(session: Session, key: Key, signal: AbortSignal): Promise<boolean> {
  let cursor = ''
  for (let pages = 0; pages < mostPages; pages += 1) {
    try {
      const path = `/v1/webhooks?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { json } = await session.client.send({ method: 'GET', path, key }, signal, () => undefined)
      const page = json as { data?: unknown; hasMore?: unknown; nextCursor?: unknown } | null | undefined
      if (!Array.isArray(page?.data)) return false
      for (const { id, url } of page.data as { id?: unknown; url?: unknown }[]) {
        const own = typeof url === 'string' && url.includes(`/${session.prefix}/`)
        if (!own || typeof id !== 'string') continue
        session.ledger.add({ id, key })
        session.ledger.answered(url)
      }
      if (page.hasMore !== true) return true
      if (typeof page.nextCursor !== 'string' || page.nextCursor === cursor) return false
      cursor = page.nextCursor
    } catch {
      // What cannot be found cannot be deleted either.
      return false
    }
  }
  return false
}

async function remove(
  session: Session,
  id: string,
  owner: Key,
  key: Key,
  signal: AbortSignal,
): Promise<boolean> {
  const path = `/v1/webhooks/${encodeURIComponent(id)}`
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    try {
      const { status } = await session.client.send({ method: 'DELETE', path, key }, signal, () => undefined)
      // To a key of the other mode, or without the scope, a webhook may look as if it did not exist.
      const sees = key.kind !== 'scoped' && makesTestData(key) === makesTestData(owner)
      return (status >= 200 && status < 300) || (status === 404 && sees)
    } catch {
      // A connection may end by chance. One that never answers is not asked again by the client.
    }
  }
  return false
}
