import { StoreMismatchError } from '../store-errors'
import type { Session, Statement } from './database'
import { isCurrent, lockForOpening, readMeta } from './migrate'
import { onDatabase } from './one-off'
import type { PostgresStoreOptions } from './settings'
import { beginEpoch, newEpoch } from './write-content'

// Deliveries go on from a number that is made of the time: a hundred thousand numbers a millisecond are more than any service gives out,
// so that no later recovery begins with one that was given out since, from whichever backup.
const jump: Statement = {
  name: 'jump',
  text: `
select setval(pg_get_serial_sequence('{schema}.delivery', 'id'), greatest(
  (select coalesce(max(id), 0) from {schema}.delivery), (extract(epoch from clock_timestamp()) * 1000)::bigint * 100000
))::text as number`,
}

/** The result of {@link recoverStore}. */
export interface Recovery {
  /** The id of the first delivery that is created from now on. Its number is higher than all that were given out before. */
  firstDelivery: string
}

/**
 * Tells a store that it went back in time: after a backup was restored, or a standby was promoted that had not received everything.
 * Deliveries get numbers from now on that no lost one had, so that no receiver takes them for repetitions, and cursors of before are
 * refused. Processes that use the store give up what they have claimed.
 *
 * @throws StoreMismatchError where the schema is not of this version; StoreUnavailableError where the database cannot be reached.
 * @example
 * const { firstDelivery } = await recoverStore('postgres://user:password@localhost/database')
 */
export function recoverStore(
  url: string,
  options: Pick<PostgresStoreOptions, 'schema'> = {},
): Promise<Recovery> {
  return onDatabase(url, options, (database) => database.transaction(recover))
}

async function recover(session: Session): Promise<Recovery> {
  await lockForOpening(session)
  if (!isCurrent(await readMeta(session)))
    throw new StoreMismatchError('The schema of the store is not of this version: migrate it first.')
  const [row] = await session.rows<{ number: string }>(jump)
  await beginEpoch(session, newEpoch())
  return { firstDelivery: `dlv_${BigInt(row?.number ?? 0) + 1n}` }
}
