import { EventDeliveryError } from '../../errors/base'
import type { PoolConnection, PostgresPool } from '../../postgres/connection'
import { newToken } from '../../receiving/claim-token'
import type { TransactionalStore, TransactionTerms } from '../../receiving/transaction'
import { withConnection } from './connections'
import { inboxKey, lockOf, shownId } from './inbox-key'
import { inMilliseconds } from './interval'

// PostgreSQL counts this setting in a signed number of 32 bits.
const longestSetting = 2 ** 31 - 1

/** The statements of a transaction in a schema. */
const statements = (schema: string) => ({
  // The lock is tried and not waited for: another transaction that handles the delivery may take long, and the sender is told to come
  // again. The server ends a transaction that its process has left behind, such as one of a machine that vanished.
  claim: `
with lock as materialized (select pg_try_advisory_xact_lock($1::bigint) as is_mine),
claimed as (
  insert into ${schema}.delivery as d (key, id, token, held_until, is_done)
  select $2, $3, $4, clock_timestamp() + ${inMilliseconds('$5')}, true from lock where is_mine
  on conflict (key) do update set token = excluded.token, is_done = true, held_until = excluded.held_until
    where d.held_until <= clock_timestamp()
  returning 1
)
select case when exists (select from claimed) then 'claimed'
  when exists (select from ${schema}.delivery where key = $2 and is_done and held_until > clock_timestamp()) then 'done'
  else 'busy' end as result,
  set_config('idle_in_transaction_session_timeout', $6, true)`,
  find: `select 1 from ${schema}.delivery where key = $1 and token = $2`,
})

type Claim = { result: 'claimed' | 'done' | 'busy'; key: string; token: string }

const swallowed = () =>
  new EventDeliveryError(
    'PostgreSQL rolled the transaction back at its commit: a statement of the handler had failed, and the handler went on. ' +
      'Let the error out, or use a savepoint.',
  )

/** Makes the store whose claims are transactions. `begin` is the statement that begins one, `onClaim` is called after each claim. */
export function createTransactions<Client extends PoolConnection>(
  pool: PostgresPool,
  schema: string,
  begin: string,
  onClaim: () => void,
): TransactionalStore<Client> {
  const sql = statements(schema)

  const claim = async (tx: PoolConnection, scope: string, terms: TransactionTerms): Promise<Claim> => {
    const { id, retention, longest } = terms
    const key = await inboxKey(scope, id)
    const token = newToken(key)
    const idle = Math.min(Math.ceil(longest), longestSetting).toFixed(0)
    const { rows } = await tx.query(sql.claim, [lockOf(key), key, shownId(id), token, retention, idle])
    return { ...(rows as [Pick<Claim, 'result'>])[0], key, token }
  }

  /** Commits. PostgreSQL answers the commit of a failed transaction with `ROLLBACK`, and not with an error. */
  const commit = async (tx: PoolConnection, [claimed]: readonly Claim[]) => {
    const { command } = (await tx.query('commit')) as { command?: unknown }
    if (command === 'ROLLBACK') throw swallowed()
    // A driver that does not say what became of it leaves one way to know.
    if (typeof command === 'string' || !claimed) return
    const { rows } = await tx.query(sql.find, [claimed.key, claimed.token])
    if (rows.length === 0) throw swallowed()
  }

  return {
    transact: (terms, handle) =>
      withConnection(pool, terms, async (tx) => {
        await tx.query(begin)
        const claims: Claim[] = []
        for (const scope of terms.scopes) claims.push(await claim(tx, scope, terms))
        const found = (result: Claim['result']) => claims.some((each) => each.result === result)
        const isHandled = found('done')
        if (!isHandled && found('busy')) {
          await tx.query('rollback')
          return 'busy'
        }
        if (!isHandled) await handle(tx as Client)
        // A scope that did not know the delivery as handled learns it.
        await commit(
          tx,
          claims.filter(({ result }) => result === 'claimed'),
        )
        onClaim()
        return isHandled ? 'done' : 'handled'
      }),
  }
}
