import { Command } from 'commander'
import { flags } from './flags'
import { reachServer } from './open-store'
import { isUpToDate, statusJson, statusText } from './store-status'
import { shownPlace, type StorePlace } from './store-values'
import { UsageError } from './usage-error'
import { optionOf, readWords } from './words'

/** The parts of the command that look after a store, and serve nothing. */
export type StoreCommand = 'migrate' | 'status'

const about: Readonly<Record<StoreCommand, { summary: string; notes: string }>> = {
  migrate: {
    summary: 'Brings the schema of a store up to date, and makes it where there is none.',
    notes: `
Examples:
  event-delivery-mock migrate --store postgres://mock@db/mock
  event-delivery-mock migrate --store ./data --json

Ends with status 0 where the schema is up to date, 1 where it could not be brought there, 2 on a wrong command line.`,
  },
  status: {
    summary: 'Tells what a store holds, and whether its schema is up to date. Changes nothing.',
    notes: `
Examples:
  event-delivery-mock status --store postgres://mock@db/mock
  event-delivery-mock status --store ./data --json

Ends with status 0 where the schema is that of this version, 1 where it is not or cannot be read, 2 on a wrong command line.`,
  },
}

/** The values of the flags of these parts. */
interface StoreCommandValues {
  store?: StorePlace
  storeSchema?: string
  json?: boolean
}

/** Whether a word of the command line is such a part. */
export function isStoreCommand(word: string): word is StoreCommand {
  return Object.hasOwn(about, word)
}

/** Runs `migrate` or `status`. Returns the status of the process. Throws a `UsageError`, and whatever the store fails with. */
export async function runStoreCommand(
  name: StoreCommand,
  args: string[],
  print: (text: string) => void,
): Promise<number> {
  const values = readWords<StoreCommandValues>(describe(name), args, print)
  if (!values) return 0
  const { store: place, storeSchema: schema, json = false } = values
  if (!place) throw new UsageError(`${name} has to know which store: give --store.`)
  if (name === 'status') await refuseEmptyFolder(place)
  const { migrateStore } = await import('../store/postgres/migrate')
  const { storeStatus } = await import('../store/postgres/status')
  const { url, stop } = await reachServer(place)
  try {
    const migrated = name === 'migrate' ? await migrateStore(url, { schema }) : undefined
    const found = { place: shownPlace(place), schema, status: await storeStatus(url, { schema }), migrated }
    print(json ? JSON.stringify(statusJson(found)) : statusText(found))
    return isUpToDate(found.status) ? 0 : 1
  } finally {
    await stop()
  }
}

/** A look changes nothing, and a start on a folder without data would make some. */
async function refuseEmptyFolder(place: StorePlace): Promise<void> {
  if (place.kind !== 'folder') return
  const { holdsCluster } = await import('../store/embedded/cluster')
  if (!(await holdsCluster(place.folder)))
    throw new Error(`${place.folder} holds no store yet. A start or migrate makes one there.`)
}

function describe(name: StoreCommand): Command {
  const { summary, notes } = about[name]
  const command = new Command(`event-delivery-mock ${name}`)
    .usage('--store <place> [flags]')
    .description(summary)
  for (const [flag, described] of Object.entries({ store: flags.store, storeSchema: flags.storeSchema }))
    command.addOption(optionOf(flag, described))
  return command
    .optionsGroup('Output:')
    .option('--json', 'print one line of JSON')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', notes)
}
