import type { Claim, ClaimedDelivery } from '../claims'
import type { PreviousSecret } from '../records'
import type { Database, Statement } from './database'
import { deliveryId } from './delivery-ids'
import { type EventRow, eventOf, type WebhookRow, webhookOf } from './rows'
import type { Secrets } from './secrets'
import { writeText } from './text'

// Lanes take turns: the recursion jumps from webhook to webhook through the index of what is ready, and each lane gives an
// equal share of the limit, its oldest first. $1 limit, $2 deliveries a worker may hold of one webhook, $3 lease, $4 the lane
// after which to begin, $5 and $6 what the worker holds, $7 now.
const claimReady: Statement = {
  name: 'claim',
  plannedEachTime: true,
  text: `
with recursive lane as (
  (select d.webhook from {schema}.delivery d where d.state = 1 and d.webhook > $4 order by d.webhook limit 1)
  union all
  select (select d.webhook from {schema}.delivery d where d.state = 1 and d.webhook > lane.webhook order by d.webhook limit 1)
  from lane where lane.webhook is not null
), busy as materialized (
  select w.seq as webhook, b.held from unnest($5::text[], $6::int[]) as b (id, held) join {schema}.webhook w on w.id = b.id
), turn as materialized (
  select l.webhook, $2::int - coalesce(b.held, 0) as room
  from lane l left join busy b on b.webhook = l.webhook
  where l.webhook is not null and coalesce(b.held, 0) < $2::int
  limit $1
), share as materialized (
  select greatest(1, $1::int / greatest(1, count(*)::int)) as size from turn
), picked as materialized (
  select d.id
  from turn t cross join lateral (
    select id from {schema}.delivery where state = 1 and webhook = t.webhook and due_at <= $7::float8
    order by due_at, id limit least(t.room, (select size from share)) for update skip locked
  ) d
  limit $1
), claimed as (
  update {schema}.delivery d
  set state = 2, claims = d.claims + 1, lease_until = clock_timestamp() + $3::float8 * interval '1 millisecond'
  -- A join with picked would be hashed against a scan of the whole table, at each claim, where many deliveries wait.
  where d.id = any (array(select id from picked))
  returning d.id, d.webhook, d.event_seq, d.due_at, d.attempts, d.claims
)
select c.id, c.webhook as lane, c.attempts, c.claims, (select size from share) as share,
  w.id as webhook_id, w.url, w.status, w.secret, w.previous_secret, w.previous_until,
  e.live, e.seq, e.id as event_id, e.type, e.created, e.json, e.idempotency_key
from claimed c
-- What has lost its webhook or its event comes back without them, and is ended at once.
left join lateral (
  select * from {schema}.webhook w where w.seq = c.webhook and w.status = 'active' limit 1
) w on true
-- Its limit keeps the planner from reading all events.
left join lateral (
  select * from {schema}.event e where e.live = w.live and e.seq = c.event_seq limit 1
) e on true
order by c.due_at, c.id`,
}

// Few rows at a time, and none for which it would wait: any process may do this at any time.
const makeReady: Statement = {
  name: 'make_ready',
  plannedEachTime: true,
  text: `
with later as (
  select id from {schema}.delivery where state = 0 and due_at <= $1::float8 order by due_at limit 500 for update skip locked
), dead as (
  select id from {schema}.delivery where state = 2 and lease_until <= clock_timestamp()
  order by lease_until limit 500 for update skip locked
)
update {schema}.delivery set state = 1, lease_until = null
where id = any (array(select id from later union all select id from dead)) returning id`,
}

const endOrphans: Statement = {
  name: 'end_orphans',
  text: `
delete from {schema}.delivery d using unnest($1::bigint[], $2::int[]) as o (id, claims)
where d.id = o.id and d.claims = o.claims`,
}

interface ClaimRow extends Pick<WebhookRow, 'url' | 'secret' | 'previous_secret' | 'previous_until'> {
  id: string
  lane: string
  attempts: number
  claims: number
  share: number
  webhook_id: string | null
  event_id: string | null
  live: boolean
  seq: string
  type: string
  created: string
  json: string
  idempotency_key: string | null
}

// While many are ready, those that fall due and those of dead workers are looked for at least this often.
const lookInterval = 100
// A clock that was advanced makes any number fall due. Those beyond so many looks are found by the next claim.
const looksPerClaim = 20

/** Claims deliveries. */
export function createClaims(
  database: Database,
  secrets: Secrets,
): (claim: Claim) => Promise<ClaimedDelivery[]> {
  // Webhooks take turns over claims, too: where a claim was full, the next one begins behind its last lane.
  let lastLane = '-1'
  let lastLook = -Infinity

  async function look(now: number): Promise<boolean> {
    lastLook = performance.now()
    return (await database.rows(makeReady, [now])).length > 0
  }

  async function endWithout(rows: readonly ClaimRow[]): Promise<void> {
    if (rows.length > 0) {
      await database.rows(endOrphans, [rows.map(({ id }) => id), rows.map(({ claims }) => claims)])
    }
  }

  return async ({ now, limit, perWebhook, held, lease }) => {
    const claimed: ClaimedDelivery[] = []
    const holds = new Map(held)
    let afterLane = lastLane
    lastLane = '-1'
    if (performance.now() - lastLook > lookInterval) await look(now)
    let looks = 0
    while (claimed.length < limit) {
      const room = limit - claimed.length
      const ids = [...holds.keys()]
      const values = [room, perWebhook, lease, afterLane, ids.map(writeText), [...holds.values()], now]
      const rows = await database.rows<ClaimRow>(claimReady, values)
      const isWhole = (row: ClaimRow) => row.webhook_id !== null && row.event_id !== null
      await endWithout(rows.filter((row) => !isWhole(row)))
      for (const row of rows.filter(isWhole)) {
        const delivery = claimedOf(row, secrets)
        claimed.push(delivery)
        holds.set(delivery.webhookId, (holds.get(delivery.webhookId) ?? 0) + 1)
      }
      if (rows.length === room) {
        lastLane = rows.reduce((last, { lane }) => (BigInt(lane) > BigInt(last) ? lane : last), '-1')
        continue
      }
      const mayHaveMore = hasFullLane(rows) || afterLane !== '-1'
      afterLane = '-1'
      if (!mayHaveMore && (looks++ === looksPerClaim || !(await look(now)))) break
    }
    return claimed
  }
}

/** Whether a lane gave as many as it was asked for, and so may have more. */
function hasFullLane(rows: readonly ClaimRow[]): boolean {
  const given = new Map<string, number>()
  for (const { lane } of rows) given.set(lane, (given.get(lane) ?? 0) + 1)
  return rows.some(({ lane, share, webhook_id: id }) => id === null || given.get(lane) === share)
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
  if (previousSecret) delivery.previousSecret = previousSecret satisfies PreviousSecret
  return delivery
}
