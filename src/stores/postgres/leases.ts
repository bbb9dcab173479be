import type { Queryable } from '../../postgres/connection'
import { keyOfToken, newToken } from '../../receiving/claim-token'
import type { DedupeStore } from '../../receiving/dedupe'
import { inboxKey, lockOf, shownId } from './inbox-key'
import { inMilliseconds } from './interval'

/** The statements. Leases and retention end by the time of the server, read when the row is locked. */
const statements = (schema: string) => ({
  // A row that appeared after the statement had begun is not seen by the last part: the delivery counts as busy. The lock is that of a
  // transaction which handles the delivery: without it, the claim would wait for that transaction, however long its handler takes.
  claim: `
with lock as materialized (select pg_try_advisory_xact_lock($5::bigint) as is_mine),
claimed as (
  insert into ${schema}.delivery as d (key, id, token, held_until, is_done)
  select $1, $2, $3, clock_timestamp() + ${inMilliseconds('$4')}, false from lock where is_mine
  on conflict (key) do update set
    token = excluded.token, is_done = false, held_until = clock_timestamp() + ${inMilliseconds('$4')}
    where d.held_until <= clock_timestamp()
  returning 1
)
select case when exists (select from claimed) then 'claimed'
  when exists (select from ${schema}.delivery where key = $1 and is_done and held_until > clock_timestamp()) then 'done'
  else 'busy' end as result`,
  renew: `
update ${schema}.delivery set held_until = clock_timestamp() + ${inMilliseconds('$3')}
where key = $1 and token = $2 and not is_done returning 1`,
  commit: `
update ${schema}.delivery set is_done = true, held_until = clock_timestamp() + ${inMilliseconds('$3')}
where key = $1 and token = $2 and not is_done returning 1`,
  release: `delete from ${schema}.delivery where key = $1 and token = $2 and not is_done returning 1`,
})

/** Makes the store of claims that hold for a lease. `onClaim` is called after each claim. */
export function createLeases(database: Queryable, schema: string, onClaim: () => void): DedupeStore {
  const sql = statements(schema)
  const changes = async (statement: string, ...values: unknown[]) =>
    (await database.query(statement, values)).rows.length === 1

  return {
    async claim(scope, id, lease) {
      const key = await inboxKey(scope, id)
      const token = newToken(key)
      const { rows } = await database.query(sql.claim, [key, shownId(id), token, lease, lockOf(key)])
      onClaim()
      const [{ result }] = rows as [{ result: 'claimed' | 'done' | 'busy' }]
      return result === 'claimed' ? token : result
    },
    renew: (token, lease) => changes(sql.renew, keyOfToken(token), token, lease),
    commit: (token, retention) => changes(sql.commit, keyOfToken(token), token, retention),
    release: (token) => changes(sql.release, keyOfToken(token), token),
  }
}
