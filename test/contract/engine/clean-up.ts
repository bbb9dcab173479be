import { membersOf } from '../wire/json'
import { fillPath, isAddressable, routeOf } from './request'
import { Turns, usualConcurrency } from './turns'
import { shareMode, type Key } from './keys'
import type { LedgerEntry } from './ledger'
import type { Session } from './session'

/** Milliseconds that a clean-up may take. */
export const longestCleanUp = 20_000
const mostPages = 100
const mostAttempts = 3
/** Milliseconds by which a list of webhooks is taken to be late at most. */
const longestListLateness = 2_000

/** Deletes the webhooks that the run created, until the signal is aborted. Resolves to the ids of those that are left. */
export async function cleanUp(
  session: Session,
  signal: AbortSignal = AbortSignal.timeout(longestCleanUp),
): Promise<string[]> {
  const { client, ledger } = session
  // A deployment that was given up while checks ran may answer by now.
  client.tryAgain()
  const searched = ledger.unanswered().length > 0 ? await findUnanswered(session, signal) : []
  const left = await deleteOpen(session, signal)
  if (searched.length === 0 || ledger.unanswered().length === 0 || signal.aborted) return left
  // The webhooks that were registered last may be listed late.
  await session.wait(longestListLateness, signal).catch(() => undefined)
  const searchedLast = await findUnanswered(session, signal)
  for (const { url, key } of ledger.unanswered()) {
    // A webhook that is in no list of its mode, each read to its end, was never made.
    const owners = session.usableKeys.filter((one) => shareMode(one, key))
    if (owners.length > 0 && owners.every((one) => searchedLast.includes(one))) ledger.searched(url)
  }
  return deleteOpen(session, signal)
}

/** Deletes the webhooks that are known. Resolves to the ids of those that are left. */
async function deleteOpen(session: Session, signal: AbortSignal): Promise<string[]> {
  const left: string[] = []
  await new Turns(usualConcurrency).each(session.ledger.open(), async (entry) => {
    if (await deleteWebhook(session, entry, signal)) session.ledger.remove(entry.id)
    else left.push(entry.id)
  })
  return left
}

/** Looks for the webhooks whose registration got no answer. Resolves to the keys whose lists were read to their end. */
export async function findUnanswered(session: Session, signal: AbortSignal): Promise<Key[]> {
  const searched: Key[] = []
  for (const key of session.usableKeys) {
    if (await addListed(session, key, signal)) searched.push(key)
  }
  return searched
}

/** Enters the run's webhooks in a key's list into the ledger. Resolves to whether the list could be read to its end. */
async function addListed(session: Session, key: Key, signal: AbortSignal): Promise<boolean> {
  const { urls, complete } = await listWebhooks(session, key, signal)
  for (const [id, url] of urls) {
    if (!url.includes(`/${session.prefix}/`)) continue
    if (!session.ledger.find(id)) session.ledger.add({ id, key })
    session.ledger.searched(url)
  }
  return complete
}

/** The URLs of the webhooks that a key sees, by id, and whether the list could be read to its end. */
export async function listWebhooks(
  session: Session,
  key: Key,
  signal: AbortSignal,
): Promise<{ urls: Map<string, string>; complete: boolean }> {
  const urls = new Map<string, string>()
  const { method, path } = routeOf('listWebhooks', session.settings.dialect)
  const query: Record<string, string | number> = { limit: 100 }
  for (let pages = 0; pages < mostPages; pages += 1) {
    // A list without an answer shows nothing that could be deleted.
    const sent = { method, path: fillPath(path, {}, query), key }
    const answer = await session.client.send(sent, { signal }).catch(() => undefined)
    const { data, hasMore, nextCursor } = membersOf(answer?.json)
    if (!Array.isArray(data)) break
    for (const { id, url } of data.map(membersOf)) {
      if (typeof id === 'string' && typeof url === 'string') urls.set(id, url)
    }
    if (hasMore !== true) return { urls, complete: true }
    if (typeof nextCursor !== 'string' || nextCursor === query.cursor) break
    query.cursor = nextCursor
  }
  return { urls, complete: false }
}

/**
 * Deletes a webhook, if need be with another key: a scoped key that made it may have ended. Resolves to whether it is
 * gone.
 */
async function deleteWebhook(
  session: Session,
  { id, key: owner }: LedgerEntry,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isAddressable(id)) return false
  for (const key of new Set([owner, ...session.usableKeys])) {
    const status = await deletionStatus(session, id, key, signal)
    // To a key of the other mode, or without the scope, a webhook may look as if it did not exist.
    const isGone = status === 404 && key.kind !== 'scoped' && shareMode(key, owner)
    if (isGone || (status >= 200 && status < 300)) return true
  }
  return false
}

/** The status that answers a deletion; 0 where there is no answer. */
async function deletionStatus(session: Session, id: string, key: Key, signal: AbortSignal): Promise<number> {
  const { method, path } = routeOf('deleteWebhook', session.settings.dialect)
  const sent = { method, path: fillPath(path, { id }), key }
  for (let attempt = 1; attempt <= mostAttempts && !signal.aborted; attempt += 1) {
    try {
      const { status } = await session.client.send(sent, { signal })
      return status
    } catch {
      // The connection may have ended by chance. The client itself gives up on a deployment that never answers.
    }
  }
  return 0
}
