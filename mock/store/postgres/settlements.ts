import type { ClaimReference, Settlement } from '../claims'
import type { Store } from '../store'
import { attemptValues } from './attempts'
import { type Database, type Statement, statements } from './database'
import { lockClaims } from './delivery-functions'
import { deliveryId, deliveryNumber } from './rows'
import { createGroup } from './group'

const sql = statements({
  // The number of the claim has to fit, so that a worker which has lost a delivery to a newer claim changes nothing.
  settle:
    'select {schema}.settle_deliveries($1::bigint[], $2::int[], $3::float8[], $4::float8[], $5::text[]) as id',
  release: `
with held as materialized (${lockClaims})
update {schema}.delivery d set state = 1, lease_until = null where d.id = any (array(select id from held)) returning d.id`,
  extend: `
with held as materialized (${lockClaims})
update {schema}.delivery d set lease_until = clock_timestamp() + $3::float8 * interval '1 millisecond'
where d.id = any (array(select id from held))
  and exists (select from {schema}.webhook w where w.seq = d.webhook and w.status = 'active')
returning d.id`,
})

const largestGroup = 1_000

/** The part of a store that ends, renews and gives back claims. */
type Settlements = Pick<Store, 'settle' | 'extend' | 'release'>

/** Ends claims, those that end in one turn in one statement. `onReleased` is told when deliveries were given back. */
export function createSettlements(database: Database, onReleased: () => void): Settlements {
  async function change(
    statement: Statement,
    claims: readonly ClaimReference[],
    ...more: unknown[]
  ): Promise<Set<string>> {
    if (claims.length === 0) return new Set()
    const rows = await database.rows<{ id: string }>(statement, [...numbersOf(claims), ...more])
    return new Set(rows.map(({ id }) => deliveryId(id)))
  }

  const settleInGroup = createGroup<readonly Settlement[], ReadonlySet<string>>({
    async execute(calls) {
      const ends = calls.flat()
      const settled = await change(
        sql.settle,
        ends,
        ends.some(({ retryAt }) => retryAt !== undefined) ? ends.map(({ retryAt }) => retryAt ?? null) : null,
        ...attemptValues(ends.map(({ attempt }) => attempt)),
      )
      return calls.map((call) => new Set(call.map(({ id }) => id).filter((id) => settled.has(id))))
    },
    begin() {
      const ids = new Set<string>()
      return (call) => {
        // Two ends of one delivery may meet here. Only the one with the right number counts.
        if (ids.size > 0 && (ids.size + call.length > largestGroup || call.some(({ id }) => ids.has(id)))) {
          return false
        }
        for (const { id } of call) ids.add(id)
        return true
      }
    },
  })

  return {
    settle: (ends) => settleInGroup(ends),
    extend: (claims, lease) => change(sql.extend, claims, lease),
    async release(claims) {
      if ((await change(sql.release, claims)).size > 0) onReleased()
    },
  }
}

/** The numbers and the tokens of claims. An id that no store of this kind gives gets the number -1, which no delivery has. */
function numbersOf(claims: readonly ClaimReference[]): [string[], number[]] {
  return [claims.map(({ id }) => deliveryNumber(id) ?? '-1'), claims.map(({ token }) => token)]
}
