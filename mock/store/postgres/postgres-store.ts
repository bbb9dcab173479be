import type { Opening, Store } from '../store'
import { createAttempts } from './attempts'
import { createChanges } from './changes'
import { createClaims } from './claims'
import { createIngest } from './create-events'
import { createDatabase, type Statement } from './database'
import { createKeys } from './keys'
import { createEventLists } from './lists'
import { openStore } from './opening'
import { createPending } from './pending'
import { createRates } from './rates'
import { readContent } from './read-content'
import { replaceContent } from './write-content'
import { createSecrets } from './secrets'
import { checkOptions, defaultSchema, type PostgresStoreOptions } from './settings'
import { createSettlements } from './settlements'
import { createSharing } from './sharing'
import { sweepStore } from './sweep'
import { lookAtUpkeep } from './upkeep'
import { createWebhooks } from './webhooks'

/** A store on PostgreSQL, which any number of processes may share. */
export interface PostgresStore extends Store {
  /** Removes what has expired. An open store does so once a minute by itself. */
  sweep(): Promise<void>
}

const checkCreations: Statement = { name: 'check_creations', text: 'select {schema}.check_creations()' }
const sweepInterval = 60_000

/**
 * Makes a store on PostgreSQL 14 or newer. Nothing is connected before `open`, which brings the schema to the version of
 * this package. Any number of processes may use one schema of one database.
 *
 * @throws TypeError or RangeError where an option makes no sense.
 * @example
 * const backend = createBackend({ store: createPostgresStore({ url: 'postgres://user:password@localhost/database' }) })
 */
export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  checkOptions(options)
  const { url, pool, schema = defaultSchema, listenUrl = url, prepare = true, connections = 10 } = options
  const { retain, encryptionKey, logger: log = () => {} } = options
  const database = createDatabase({ url, pool, schema, prepare, connections })
  const secrets = createSecrets(encryptionKey)
  const changes = createChanges({ database, listenUrl, onKeys: () => keys.forgetFound(), log })
  const keys = createKeys(database, secrets, () => changes.tell({ kind: 'key' }))
  const { forgetFound: _, ...keyOperations } = keys
  const tellDue = () => changes.tell({ kind: 'due' })
  /** Ends the snapshots that are being read. */
  const snapshots = new Set<() => Promise<void>>()
  const ingest = createIngest(database, tellDue)
  const claim = createClaims(database, secrets)
  /** The latest time of the service that a creation or a claim had. */
  let latestDue = -Infinity
  let now = Date.now
  let users = 0
  let sweepTimer: NodeJS.Timeout | undefined

  const sweep = () => sweepStore(database, now(), retain)

  function sweepLater(): void {
    // The interval is random, so that not all processes sweep at once.
    const wait = sweepInterval * (0.75 + Math.random() / 2)
    sweepTimer = setTimeout(() => {
      sweep()
        .catch((error: unknown) => log(`The sweep failed: ${String(error)}`))
        .finally(() => users > 0 && sweepLater())
    }, wait).unref()
  }

  return {
    name: database.schema,
    async open(opening: Opening) {
      database.open()
      const { epoch, planted } = await openStore(database, secrets, opening)
      now = opening.now
      await changes.begin(epoch)
      if (users++ === 0) sweepLater()
      return planted
    },
    async close() {
      users = Math.max(0, users - 1)
      if (users > 0) return
      clearTimeout(sweepTimer)
      await changes.end()
      for (const end of snapshots) await end()
      await database.close()
    },

    ingest(ingestion) {
      latestDue = Math.max(latestDue, ingestion.now)
      return ingest(ingestion)
    },
    ...createEventLists(database),
    ...createWebhooks(
      database,
      secrets,
      (id) => changes.tell({ kind: 'webhook-ended', id }),
      () => now(),
    ),
    ...keyOperations,
    take: createRates(database),
    claim(wanted) {
      latestDue = Math.max(latestDue, wanted.now)
      return claim(wanted)
    },
    ...createSettlements(database, tellDue),
    ...createPending(database, () => latestDue),
    ...createAttempts(database, tellDue),

    epoch: changes.epoch,
    read: () => readContent(database, secrets, now(), snapshots),
    async replace(content) {
      const epoch = await replaceContent(database, content, secrets, now())
      keys.forgetFound()
      changes.tell({ kind: 'replaced', epoch })
    },
    async check() {
      await database.rows(checkCreations)
    },
    upkeep: (now) => lookAtUpkeep(database, now, retain),
    sharing: createSharing(database, changes),
    sweep,
  }
}
