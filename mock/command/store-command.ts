import { Command, CommanderError, Option } from 'commander'
import { migrateStore } from '../store/postgres/migrate-store'
import { storeStatus, type StoreStatus } from '../store/postgres/store-status'
import { startEmbedded } from '../store/embedded/start-embedded'
import { statusJson, statusLines } from './status-lines'
import { schemaName, storePlace, shownPlace, type StorePlace } from './store-values'
import { UsageError } from './usage-error'

/** The parts of the command that look after a store, and serve nothing. */
export type StoreCommand = 'migrate' | 'status'

/** The texts of the help. */
const about: Readonly<Record<StoreCommand, { summary: string; notes: string }>> = {
  migrate: {
    summary: 'Brings the schema of a store up to date. Processes that use the store may go on meanwhile.',
    notes: `
Examples:
  event-delivery-mock migrate --store postgres://mock@db/mock
  event-delivery-mock migrate --store ./data --json

Ends with status 0 where the schema is up to date afterwards, 1 where it could not be brought there, 2 on a wrong command line.`,
  },
  status: {
    summary: 'Tells what a store holds, and whether this version can use it. Changes nothing.',
    notes: `
Examples:
  event-delivery-mock status --store postgres://mock@db/mock
  event-delivery-mock status --store postgres://mock@db/mock --json

Ends with status 0 where this version can use the store as it is, 1 where it cannot or the store cannot be reached, 2 on a wrong
command line.`,
  },
}

/** Whether a word of the command line is such a part. */
export function isStoreCommand(word: string): word is StoreCommand {
  return Object.hasOwn(about, word)
}

interface StoreCommandOptions {
  store?: StorePlace
  storeSchema?: string
  json?: boolean
}

/** Runs `migrate` or `status`. Returns the status of the process. Throws a `UsageError`. */
export async function runStoreCommand(
  name: StoreCommand,
  args: string[],
  print: (text: string) => void,
): Promise<number> {
  const options = readArgs(name, args, print)
  if (!options) return 0
  const { store, storeSchema: schema, json = false } = options
  if (!store) throw new UsageError(`${name} wants to know which store: give --store.`)
  const server = store.kind === 'folder' ? await startEmbedded(store.folder) : undefined
  try {
    const url = store.kind === 'folder' ? (server?.url ?? '') : store.url
    if (name === 'migrate') await migrateStore({ url, schema })
    const status = await storeStatus({ url, schema })
    const place = shownPlace(store)
    print(json ? JSON.stringify(statusJson(place, status)) : statusLines(place, status))
    return isUsable(status) ? 0 : 1
  } finally {
    await server?.stop()
  }
}
