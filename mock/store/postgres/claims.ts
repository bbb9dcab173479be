import type { ClaimedDelivery } from '../claims'
import type { Store } from '../store'
import type { PreviousSecret } from '../records'
import { outcomeNumbers } from './attempts'
import { type Database, statements } from './database'
import { deliveryId, eventOf, type EventRow, webhookOf, type WebhookRow } from './rows'
import type { Secrets } from './secrets'
import { writeText } from './text'

const sql = statements({
  // The functions of delivery-functions.ts hold the statements and keep their plans. The commit of a claim does not wait for the disk: a
  // worker repeats a claim that a crash of the server has lost.
  claim: `
select c.*, set_config('synchronous_commit', 'off', true)
from {schema}.claim_ready_deliveries($1::int, $2::int, $3::float8, $4::bigint, $5::text[], $6::int[], $7::float8, $8::float8) c`,
  makeReady: 'select {schema}.make_deliveries_ready($1::float8) as id',
  // An orphan is a delivery whose webhook is gone or no longer active. Its end is remembered only where the webhook is still there, since
  // the row of the attempt shows the URL.
  endOrphans: `
with gone as (
  delete from {schema}.delivery d using unnest($1::bigint[], $2::int[]) as o (id, claims)
  where d.id = o.id and d.claims = o.claims returning d.*
)
insert into {schema}.attempt (event_seq, delivery, at, claims, outcome, webhook, url)
select g.event_seq, g.id, $3::float8, g.claims, ${outcomeNumbers.dropped}, w.id, w.url
from gone g join {schema}.webhook w on w.seq = g.webhook join {schema}.event e on e.live = w.live and e.seq = g.event_seq`,
})

type LookRow = { id: null; has_due: boolean } | ClaimRow

interface ClaimRow
  extends EventRow, Pick<WebhookRow, 'url' | 'secret' | 'previous_secret' | 'previous_until'> {
  /** The number of the delivery. */
  id: string
  has_due: boolean
  /** The number of its webhook, by which webhooks take turns. */
  webhook: string
  due_at: number
  attempts: number
  claims: number
  share: number
  webhook_id: string | null
  event_id: string | null
  resent: boolean
}

// While many deliveries are ready, those that have fallen due since, and those of dead workers, are made ready once in so many
// milliseconds.
const lookInterval = 100
// An advance of the clock may make any number of deliveries due. A claim looks for them so many times at most, and the next claim finds
// the rest.
const looksPerClaim = 20
// Claims begin this many milliseconds before the earliest due time that was claimed of late, because deliveries are committed after
// they fall due. What is older was given back or left by a dead worker, and is looked for each second.
const overlap = 10_000
const wholeClaimInterval = 1_000
const ofLate = 30_000

/** Claims deliveries. */
export function createClaims(database: Database, secrets: Secrets): Store['claim'] {
  // Webhooks take turns over claims, too: where a claim was full, the next one begins behind its last webhook.
  let lastWebhook = '-1'
  let lastLook = -Infinity
  let lastWhole = -Infinity
  /** The earliest due times that were claimed in the present half a minute and in the one before. */
  let [earliest, earliestBefore, periodEnd] = [Infinity, Infinity, 0]

  /** The earliest due time that a claim looks for. */
  function beginning(): number {
    const time = performance.now()
    if (time >= periodEnd) {
      earliestBefore = time < periodEnd + ofLate ? earliest : Infinity
      earliest = Infinity
      periodEnd = time + ofLate
    }
    const first = Math.min(earliest, earliestBefore)
    if (first < Infinity && time - lastWhole < wholeClaimInterval) return first - overlap
    lastWhole = time
    return -Infinity
  }

  async function look(now: number): Promise<boolean> {
    lastLook = performance.now()
    return (await database.rows(sql.makeReady, [now])).length > 0
  }

  async function endWithout(rows: readonly ClaimRow[], now: number): Promise<void> {
    if (rows.length > 0) {
      await database.rows(sql.endOrphans, [rows.map(({ id }) => id), rows.map(({ claims }) => claims), now])
    }
  }

  return async ({ now, limit, perWebhook, held, lease }) => {
    const claimed: ClaimedDelivery[] = []
    const holds = new Map(held)
    let afterWebhook = lastWebhook
    lastWebhook = '-1'
    let looks = 0
    const since = beginning()
    while (claimed.length < limit) {
      const room = limit - claimed.length
      const ids = [...holds.keys()]
      const values = [
        room,
        perWebhook,
        lease,
        afterWebhook,
        ids.map(writeText),
        [...holds.values()],
        now,
        since,
      ]
      const answer = await database.rows<LookRow>(sql.claim, values)
      const rows = answer.filter((row) => row.id !== null)
      const hasDue = answer[0]?.has_due === true
      const isWhole = (row: ClaimRow) => row.webhook_id !== null && row.event_id !== null
      await endWithout(
        rows.filter((row) => !isWhole(row)),
        now,
      )
      for (const row of rows.filter(isWhole)) {
        earliest = Math.min(earliest, row.due_at)
        const delivery = claimedOf(row, secrets)
        claimed.push(delivery)
        holds.set(delivery.webhookId, (holds.get(delivery.webhookId) ?? 0) + 1)
      }
      if (rows.length === room) {
        lastWebhook = rows.reduce(
          (last, { webhook }) => (BigInt(webhook) > BigInt(last) ? webhook : last),
          '-1',
        )
        if (hasDue && performance.now() - lastLook > lookInterval) await look(now)
        continue
      }
      const mayHaveMore = tookWholeShare(rows) || afterWebhook !== '-1'
      afterWebhook = '-1'
      if (mayHaveMore) continue
      if (!hasDue || looks++ === looksPerClaim || !(await look(now))) break
    }
    return claimed
  }
}

/** Whether some webhook gave as many deliveries as one claim takes from it, so that more of it may be due. */
function tookWholeShare(rows: readonly ClaimRow[]): boolean {
  const given = new Map<string, number>()
  for (const { webhook } of rows) given.set(webhook, (given.get(webhook) ?? 0) + 1)
  return rows.some(({ webhook, share, webhook_id: id }) => id === null || given.get(webhook) === share)
}

function claimedOf(row: ClaimRow, secrets: Secrets): ClaimedDelivery {
  const event = eventOf({ ...row, id: row.event_id as string } satisfies EventRow)
  const webhook = webhookOf(
    { ...row, id: row.webhook_id as string, events: [], description: null, status: 'active' },
    secrets,
  )
  const { id: webhookId, url, secret, previousSecret } = webhook
  const delivery: ClaimedDelivery = {
    id: deliveryId(row.id),
    token: row.claims,
    webhookId,
    url,
    secret,
    eventId: event.id,
    eventType: event.type,
    event,
    attempts: row.attempts,
  }
  if (row.resent) delivery.resent = true
  if (previousSecret) delivery.previousSecret = previousSecret satisfies PreviousSecret
  return delivery
}
