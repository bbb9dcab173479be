import { randomBytes } from 'node:crypto'
import type { StoreContent } from '../records'
import type { Database, Session, Statement } from './database'
import { isCollision } from './failures'
import type { Secrets } from './secrets'
import { writeContent } from './write-content'

// Nobody writes what is about to be replaced. Readers go on.
const lockTables: Statement = {
  name: 'lock_tables',
  text: `
lock table {schema}.event, {schema}.delivery, {schema}.idempotency, {schema}.webhook, {schema}.subscription,
  {schema}.api_key in exclusive mode`,
}
const deletions = ['rate', 'delivery', 'idempotency', 'event', 'subscription', 'webhook', 'api_key'].map(
  (table): Statement => ({ name: `clear_${table}`, text: `delete from {schema}.${table}` }),
)
const writeEpoch: Statement = { name: 'write_epoch', text: 'update {schema}.meta set epoch = $1' }

const tries = 10

/** Puts `content` in place of everything in one transaction. Resolves with the new epoch. */
export async function replaceContent(
  database: Database,
  content: StoreContent,
  secrets: Secrets,
  now: number,
): Promise<string> {
  const epoch = newEpoch()
  for (let attempt = 1; ; attempt++) {
    let locked = false
    try {
      await database.transaction(async (session) => {
        await session.rows(lockTables)
        locked = true
        for (const deletion of deletions) await session.rows(deletion)
        await writeContent(session, content, secrets, now)
        await beginEpoch(session, epoch)
      })
      return epoch
    } catch (error) {
      // Locks of many tables may cross those of a statement under way. Nothing of the content was read by then.
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
      if (locked || attempt === tries || !isCollision(cause)) throw error
    }
  }
}

/** Writes an epoch, by which cursors of earlier data are recognised. */
export async function beginEpoch(session: Session, epoch: string): Promise<void> {
  await session.rows(writeEpoch, [epoch])
}

export function newEpoch(): string {
  return randomBytes(12).toString('base64url')
}
