import type { StoredKey } from '../records'
import type { Store } from '../store'
import { type Database, type Statement, statements } from './database'
import { type KeyRow, keyColumns, keyOf, keyValues } from './rows'
import type { Secrets } from './secrets'
import { writeText } from './text'

/** The columns of a key in the order of `keyValues`. */
export const insertedKeyColumns = keyColumns.replace('id, ', 'id, lookup, ')

const sql = statements({
  addKey: `
insert into {schema}.api_key (${insertedKeyColumns})
values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
  findKey: `select ${keyColumns} from {schema}.api_key where lookup = $1`,
  readKeys: `select ${keyColumns} from {schema}.api_key order by seq`,
  expireKey: `update {schema}.api_key set expires_at = $2 where id = $1 returning id`,
  removeKey: `delete from {schema}.api_key where id = $1 returning id`,
})

// A key that another process removed is refused within this time, also where no notification arrives.
const rememberedFor = 1_000
const rememberedKeys = 10_000

/** The part of a store that keeps API keys. */
export interface Keys extends Pick<Store, 'addKey' | 'findKey' | 'keys' | 'expireKey' | 'removeKey'> {
  /** Forgets which keys were found. */
  forgetFound(): void
}

/** Keeps API keys. `onRemoved` is told when one was removed, or is to end at another time. */
export function createKeys(database: Database, secrets: Secrets, onRemoved: () => void): Keys {
  // Only keys that exist are remembered: one that was just made anywhere is found at once.
  let found = new Map<string, { key: StoredKey; until: number }>()

  function forgetFound(): void {
    found = new Map()
  }

  /** Changes a key by a statement whose first value is its id. Returns whether the key existed. */
  async function change(statement: Statement, id: string, ...values: unknown[]): Promise<boolean> {
    const rows = await database.rows(statement, [writeText(id), ...values])
    forgetFound()
    if (rows.length > 0) onRemoved()
    return rows.length > 0
  }

  return {
    async addKey(key) {
      return (await database.rows(sql.addKey, keyValues(key, secrets))).length > 0
    },
    async findKey(key) {
      const asked = performance.now()
      const remembered = found.get(key)
      if (remembered && asked < remembered.until) return remembered.key
      // The removal of a key puts a new map into `found`. What was read before goes into the old map, and is so forgotten.
      const memory = found
      const [row] = await database.rows<KeyRow>(sql.findKey, [secrets.lookup(key)])
      const read = row && keyOf(row, secrets)
      if (memory.size >= rememberedKeys) memory.clear()
      if (read) memory.set(key, { key: read, until: asked + rememberedFor })
      else memory.delete(key)
      return read
    },
    async keys() {
      return (await database.rows<KeyRow>(sql.readKeys)).map((row) => keyOf(row, secrets))
    },
    expireKey: (id, expiresAt) => change(sql.expireKey, id, expiresAt),
    removeKey: (id) => change(sql.removeKey, id),
    forgetFound,
  }
}
