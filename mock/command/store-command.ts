import { UsageError } from '../../src/core/commands/usage-error'
import type { FlagValues } from './flags'
import { reachServer } from './open-store'
import { isUpToDate, statusJson, statusText } from './store-status'
import { shownPlace, type StorePlace } from './store-values'

/** The commands that look after a store. */
const storeCommands = ['migrate', 'recover', 'status'] as const

type StoreCommand = (typeof storeCommands)[number]

export function isStoreCommand(name: string): name is StoreCommand {
  return (storeCommands as readonly string[]).includes(name)
}

/**
 * Runs `migrate`, `recover` or `status`, which look after a store and serve nothing. Returns the status of the process. Throws a `UsageError`, and
 * whatever the store fails with.
 */
export async function runStoreCommand(
  name: StoreCommand,
  { store: place, storeSchema: schema, json = false }: FlagValues,
  print: (text: string) => void,
): Promise<number> {
  if (!place) throw new UsageError(`${name} has to know which store: give --store.`)
  if (name !== 'migrate') await refuseEmptyFolder(place)
  const { migrateStore } = await import('../store/postgres/migrate')
  const { recoverStore } = await import('../store/postgres/recover')
  const { storeStatus } = await import('../store/postgres/status')
  const { url, stop } = await reachServer(place)
  try {
    const migrated = name === 'migrate' ? await migrateStore(url, { schema }) : undefined
    const recovered = name === 'recover' ? await recoverStore(url, { schema }) : undefined
    const status = await storeStatus(url, { schema })
    const found = { place: shownPlace(place), schema, status, migrated, recovered }
    print(json ? JSON.stringify(statusJson(found)) : statusText(found))
    return isUpToDate(status) ? 0 : 1
  } finally {
    await stop()
  }
}

/** Refuses a folder without data: to start PostgreSQL there would make some, and `status` and `recover` must not. */
async function refuseEmptyFolder(place: StorePlace): Promise<void> {
  if (place.kind !== 'folder') return
  const { holdsCluster } = await import('../store/embedded/cluster')
  if (!holdsCluster(place.folder))
    throw new Error(`${place.folder} holds no store yet. A start or migrate makes one there.`)
}
