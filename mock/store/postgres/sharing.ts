import type { Sharing } from '../sharing'
import type { Changes } from './changes'
import { type Database, type Statement, statements } from './database'
import { readText, writeText } from './text'

const sql = statements({
  lockSettings: 'select pg_advisory_xact_lock({lock:settings})',
  readSetting: 'select value from {schema}.setting where name = $1',
})
/** Writes a setting. Its value is a text that {@link writeText} wrote. */
export const writeSetting: Statement = {
  name: 'write_setting',
  text: `
insert into {schema}.setting as s (name, value) values ($1, $2)
on conflict (name) do update set value = excluded.value, version = s.version + 1
returning version::float8 as version`,
}

/** Keeps the settings that all processes share. */
export function createSharing(database: Database, changes: Changes): Sharing {
  return {
    async read(name) {
      const [row] = await database.rows<{ value: string }>(sql.readSetting, [name])
      return row && readText(row.value)
    },
    async change(name, change) {
      const result = await database.transaction(async (session) => {
        await session.rows(sql.lockSettings)
        const [row] = await session.rows<{ value: string }>(sql.readSetting, [name])
        const before = row && readText(row.value)
        const after = change(before)
        if (after === undefined || after === before) return { text: before }
        const [written] = await session.rows<{ version: number }>(writeSetting, [name, writeText(after)])
        return { text: after, version: written?.version }
      })
      if (result.version !== undefined) changes.tell({ kind: 'setting', name, version: result.version })
      return result.text
    },
    clockOffset: changes.clockOffset,
    watch: changes.watch,
  }
}
