import type { Clock } from '../transport/clock'
import type { ClaimedRow } from './claims'
import type { Patience } from './patience'
import { renewRows, settleRows, type Settlement } from './settlements'
import type { Table } from './table'

// More rows would make one statement a long one.
const mostAtOnce = 500

/** Options of `createHolder`. */
export interface HolderOptions {
  table: Table
  patience: Patience
  clock: Clock
  /** In milliseconds. */
  lease: number
  /** Called when rows were settled, so that there is room for others. */
  onSettled(): void
}

/** The rows that a relay owns: renews their leases, and settles them. */
export interface Holder {
  size(): number
  /** Owns rows that were just claimed. */
  hold(rows: readonly ClaimedRow[]): void
  /** A signal that aborts when the row is lost, or when its key protects from a second event no more. */
  signalOf(row: ClaimedRow): AbortSignal
  /** Settles a row. Resolves with whether it was still owned. Those that come while a statement runs are settled together. */
  settle(settlement: Settlement): Promise<boolean>
  /** Resolves when all settlements that were asked for have been made, or given up. */
  settled(): Promise<void>
  /** Aborts the signals of all rows. */
  abort(): void
  /** Ends the renewals. */
  end(): void
}

interface HeldRow {
  row: ClaimedRow
  controller: AbortController
  cancelTimer: () => void
}

/** Makes the holder of the rows of one relay. */
export function createHolder({ table, patience, clock, lease, onSettled }: HolderOptions): Holder {
  const held = new Map<string, HeldRow>()
  const queue: { settlement: Settlement; resolve: (isOwned: boolean) => void }[] = []
  let cancelRenewal = () => {}
  let isFlushing = false
  // Renewals and settlements of the same rows must not wait for each other's locks.
  let lastTurn: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = lastTurn.then(work)
    lastTurn = turn.catch(() => {})
    return turn
  }

  const ask = async (statement: string, values: string[]): Promise<Set<string>> => {
    const [answer] = await patience.run((database) =>
      table.rows<{ ids: string }>(database, statement, values),
    )
    return new Set(JSON.parse(answer?.ids ?? '[]') as string[])
  }

  const drop = (id: string, token: string) => {
    const mine = held.get(id)
    if (mine?.row.token !== token) return
    mine.cancelTimer()
    held.delete(id)
  }

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, mostAtOnce)
      const owned = await ask(settleRows, [JSON.stringify(batch.map(({ settlement }) => settlement))]).catch(
        () => new Set<string>(),
      )
      for (const { settlement, resolve } of batch) {
        drop(settlement.id, settlement.token)
        resolve(owned.has(settlement.id))
      }
      onSettled()
    }
    isFlushing = false
  }

  async function renew(): Promise<void> {
    const rows = [...held.values()].map(({ row }) => row)
    if (rows.length === 0) return
    const refs = JSON.stringify(rows.map(({ id, token }) => ({ id, token })))
    const kept = await ask(renewRows, [refs, String(lease)])
    for (const { id, token } of rows.filter((row) => !kept.has(row.id))) {
      const mine = held.get(id)
      if (mine?.row.token === token) mine.controller.abort()
    }
  }

  function renewLater(): void {
    cancelRenewal = clock.schedule(() => {
      void inTurn(renew)
        .catch(() => {})
        .then(renewLater)
    }, lease / 3)
  }
  renewLater()

  return {
    size: () => held.size,
    hold(rows) {
      for (const row of rows) {
        const controller = new AbortController()
        const cancelTimer = clock.schedule(() => controller.abort(), row.safeFor)
        held.set(row.id, { row, controller, cancelTimer })
      }
    },
    signalOf: ({ id }) => held.get(id)?.controller.signal ?? AbortSignal.abort(),
    settle(settlement) {
      return new Promise((resolve) => {
        queue.push({ settlement, resolve })
        if (isFlushing) return
        isFlushing = true
        void inTurn(flush)
      })
    },
    async settled() {
      while (isFlushing) await lastTurn
    },
    abort() {
      for (const { controller } of held.values()) controller.abort()
    },
    end() {
      cancelRenewal()
      cancelRenewal = () => {}
      for (const { cancelTimer } of held.values()) cancelTimer()
    },
  }
}
