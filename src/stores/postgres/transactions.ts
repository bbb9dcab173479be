import { EventDeliveryError } from '../../errors/base'
import type { PoolConnection, PostgresPool } from '../../postgres/connection'
import type { TransactionalStore, TransactionTerms } from '../../receiving/transaction'
import type { InboxTable } from './inbox-table'

type ListeningConnection = PoolConnection & { off?(event: string, listener: (error: Error) => void): unknown }

/** A connection that was taken out of the pool for one transaction. */
class TransactionConnection {
  #state: 'open' | 'lost' | 'released' = 'open'

  constructor(
    private readonly connection: ListeningConnection,
    private readonly terms: TransactionTerms,
  ) {
    // A connection that breaks while no statement runs says so by an event alone.
    connection.on?.('error', this.#onError)
    terms.abandoned.addEventListener('abort', this.#onAbandoned)
  }

  /** Gives the connection back to the pool. */
  giveBack(): void {
    this.connection.off?.('error', this.#onError)
    this.#release()
  }

  /** Rolls back and gives the connection back. Where that fails it is closed, so that the server rolls back. */
  async rollBack(): Promise<void> {
    if (this.#state === 'released') return
    try {
      await this.connection.query('rollback')
      this.giveBack()
    } catch {
      this.#release(true)
    }
  }

  // The driver may send two errors: one for the server's last word, and one for the end of the socket.
  readonly #onError = (error: Error) => {
    if (this.#state !== 'open') return
    this.#state = 'lost'
    this.terms.onLost(error)
  }

  // Closed at once, whatever the handler does.
  readonly #onAbandoned = () => this.#release(true)

  #release(mustClose?: boolean): void {
    if (this.#state === 'released') return
    this.#state = 'released'
    this.terms.abandoned.removeEventListener('abort', this.#onAbandoned)
    this.connection.release(mustClose)
  }
}

const savepoint = 'event_delivery_claim'

const ended =
  'The handler has ended the transaction, and the receiver ends it: let the handler neither commit nor roll back.'

// The errors of PostgreSQL at the release of the savepoint: the transaction failed, there is none, or another one has begun.
const faults: Record<string, string> = {
  '25P02':
    'PostgreSQL rolled the transaction back at its commit: a statement of the handler had failed, and the handler went on. ' +
    'Let the error out, or use a savepoint.',
  '25P01': ended,
  '3B001': ended,
}

/**
 * Runs a handler between a savepoint and its release. The savepoint is still there afterwards only where the transaction is that of the claim,
 * and has not failed. The commit alone would not tell: PostgreSQL answers it without an error in either case.
 */
async function handleWithin(tx: PoolConnection, handle: () => Promise<void>): Promise<void> {
  await tx.query(`savepoint ${savepoint}`)
  await handle()
  try {
    await tx.query(`release savepoint ${savepoint}`)
  } catch (error) {
    const fault = faults[String((Object(error) as { code?: unknown }).code)]
    throw fault ? new EventDeliveryError(fault, { cause: error }) : error
  }
}

/**
 * Makes the store whose claims are transactions. `begin` is the statement that begins one, `onClaim` is called after each delivery that was
 * claimed.
 */
export function createTransactions<Client extends PoolConnection>(
  pool: PostgresPool,
  table: InboxTable,
  begin: string,
  onClaim: () => void,
): TransactionalStore<Client> {
  async function transact(
    tx: PoolConnection,
    { id, scopes, retention, longest }: TransactionTerms,
    handle: (tx: Client) => Promise<void>,
  ): Promise<'handled' | 'done' | 'busy'> {
    await tx.query(begin)
    const results = new Set<string>()
    for (const scope of scopes) {
      const input = { scope, id, holds: retention, isDone: true, longestIdle: longest }
      results.add((await table.claim(tx, input)).result)
    }
    const isHandled = results.has('done')
    if (!isHandled && results.has('busy')) {
      await tx.query('rollback')
      return 'busy'
    }
    if (!isHandled) await handleWithin(tx, () => handle(tx as Client))
    // A scope that did not know the delivery as handled learns it.
    await tx.query('commit')
    onClaim()
    return isHandled ? 'done' : 'handled'
  }

  return {
    async transact(terms, handle) {
      const tx = await pool.connect()
      const connection = new TransactionConnection(tx, terms)
      try {
        const result = await transact(tx, terms, handle)
        connection.giveBack()
        return result
      } catch (error) {
        await connection.rollBack()
        throw error
      }
    },
  }
}
