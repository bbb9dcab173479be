import type { Opening } from '../store'
import { StoreMismatchError } from '../store-errors'
import type { Database, Statement } from './database'
import { isCurrent, type Meta, migrate, readMeta } from './migrate'
import { beginEpoch, newEpoch, writeContent } from './write-content'
import { checkFingerprint, type Secrets } from './secrets'
import { writeSetting } from './sharing'
import { writeText } from './text'

const writeMeta: Statement = {
  name: 'write_meta',
  text: 'update {schema}.meta set dialect = $1, encryption = $2',
}

/**
 * Brings the schema to the version of this package and plants the first content where nobody has planted any, all in one
 * transaction and under a lock, so that any number of processes may start at once. Returns the epoch, and whether it planted.
 */
export async function openStore(
  database: Database,
  secrets: Secrets,
  { dialect, now, content, settings = () => ({}) }: Opening,
): Promise<{ epoch: string; planted: boolean }> {
  const found = await readMeta(database)
  if (isCurrent(found) && found && found.dialect !== null) return { epoch: check(found), planted: false }

  return database.transaction(async (session) => {
    const meta = await migrate(session)
    if (meta.dialect !== null) return { epoch: check(meta), planted: false }
    const epoch = newEpoch()
    await writeContent(session, await content(), secrets, now())
    for (const [name, text] of Object.entries(settings())) {
      await session.rows(writeSetting, [name, writeText(text)])
    }
    await session.rows(writeMeta, [dialect, secrets.fingerprint])
    await beginEpoch(session, epoch)
    return { epoch, planted: true }
  })

  function check(meta: Meta): string {
    checkDialect(meta.dialect ?? dialect, dialect)
    checkFingerprint(meta.encryption, secrets)
    return meta.epoch ?? ''
  }
}

function checkDialect(stored: string, wanted: string): void {
  if (stored === wanted) return
  const difference = firstDifference(JSON.parse(stored), JSON.parse(wanted))
  if (!difference) return
  const { path, one, other } = difference
  throw new StoreMismatchError(
    `The data of this store was written under another dialect: ${path} is ${one} there and ${other} here. ` +
      'Start with the same dialect, or use another database or schema.',
  )
}

/** The first place at which two values differ, and both values there as JSON, cut where they are long. */
interface Difference {
  path: string
  one: string
  other: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Finds the first place at which two JSON values differ. The order of fields makes no difference. */
function firstDifference(one: unknown, other: unknown, path: readonly string[] = []): Difference | undefined {
  if (isRecord(one) && isRecord(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = firstDifference(one[name], other[name], [...path, name])
      if (found) return found
    }
    return undefined
  }
  const [text, otherText] = [textOf(one), textOf(other)]
  return text === otherText
    ? undefined
    : { path: path.join('.') || 'it', one: cut(text), other: cut(otherText) }
}

function textOf(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value)
}

function cut(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`
}
