import type { PoolConnection, PostgresPool } from '../../postgres/connection'
import type { TransactionTerms } from '../../receiving/transaction'

type Listening = PoolConnection & { off?(event: string, listener: (error: Error) => void): unknown }

/**
 * Takes a connection out of the pool for a transaction. Work that fails is rolled back. A connection on which that fails too is closed, so
 * that the server rolls back what is open on it, and an abandoned one is closed at once, whatever the work does.
 */
export async function withConnection<T>(
  pool: PostgresPool,
  { abandoned, onLost }: Pick<TransactionTerms, 'abandoned' | 'onLost'>,
  work: (connection: PoolConnection) => Promise<T>,
): Promise<T> {
  const connection: Listening = await pool.connect()
  let isReleased = false
  const release = (error?: Error | boolean) => {
    if (isReleased) return
    isReleased = true
    abandoned.removeEventListener('abort', abandon)
    connection.release(error)
  }
  const abandon = () => release(true)
  let isLost = false
  // A connection that breaks while no statement runs says so by an event alone. The driver may send two: one for the server's last word,
  // and one for the end of the socket.
  const lose = (error: Error) => {
    if (!isLost) onLost(error)
    isLost = true
  }
  connection.on?.('error', lose)
  abandoned.addEventListener('abort', abandon)
  try {
    const result = await work(connection)
    connection.off?.('error', lose)
    release()
    return result
  } catch (error) {
    const isClean = !isReleased && (await rollBack(connection))
    if (isClean) connection.off?.('error', lose)
    release(!isClean)
    throw error
  }
}

const rollBack = (connection: PoolConnection): Promise<boolean> =>
  connection.query('rollback').then(
    () => true,
    () => false,
  )
