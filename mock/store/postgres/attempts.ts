import type { AttemptCounts, EndedAttempt, StoredAttempt } from '../attempts'
import type { Store } from '../store'
import { countUpTo, estimate, mostCounted } from './counts'
import { type Database, type Statement, statements } from './database'
import { endedColumns, endedValues } from './delivery-functions'
import { deliveryId, deliveryNumber } from './rows'
import { readText, writeText } from './text'

/** The numbers of outcomes in the table of attempts. */
export const outcomeNumbers = { delivered: 1, failed: 2, abandoned: 3, dropped: 4 } as const

const outcomes = Object.keys(outcomeNumbers) as EndedAttempt['outcome'][]

const remembered = `
select e.id as event_id, a.delivery, a.${endedColumns.replaceAll(', ', ', a.')}
from {schema}.attempt a join {schema}.event e on e.live in (true, false) and e.seq = a.event_seq`
const inOrder = 'order by a.delivery, a.number, a.at'
const ofEvents: Statement = {
  name: 'attempts_of_events',
  plannedEachTime: true,
  text: `${remembered} where e.id = any ($1::text[]) ${inOrder}`,
}

// $1 the webhook, $2 the event, $3 and $4 the times between which the last attempt was made, each of them null for any; $5 the limit.
const failed: Statement = {
  name: 'failed_deliveries',
  plannedEachTime: true,
  text: `
with ended as (
  -- A receiver may have got an attempt twice.
  select distinct on (a.delivery) a.delivery as id, a.webhook, a.event_seq, a.number as attempts, a.at
  from {schema}.attempt a
  where a.outcome = ${outcomeNumbers.abandoned} and a.at >= coalesce($3::float8, '-Infinity') and a.at < coalesce($4::float8, 'Infinity')
    and not exists (
      select from {schema}.attempt o
      where o.delivery = a.delivery and (o.outcome = ${outcomeNumbers.delivered} or (o.number, o.at) > (a.number, a.at))
    )
    and not exists (select from {schema}.delivery d where d.id = a.delivery)
), waiting as (
  select d.id, w.id as webhook, d.event_seq, d.attempts, l.at
  from {schema}.delivery d join {schema}.webhook w on w.seq = d.webhook left join lateral (
    select a.at from {schema}.attempt a where a.delivery = d.id order by a.number desc nulls last limit 1
  ) l on true
  where d.attempts > 0 and d.state <> 2 and not d.resent
    and ($3::float8 is null or l.at >= $3::float8) and ($4::float8 is null or l.at < $4::float8)
)
select f.id, f.webhook, f.attempts, e.id as event_id, count(*) over ()::float8 as total
from (select * from ended union all select * from waiting) f
join {schema}.event e on e.live in (true, false) and e.seq = f.event_seq
left join {schema}.webhook w on w.id = f.webhook
where ($1::text is null or f.webhook = $1::text) and ($2::text is null or e.id = $2::text)
order by coalesce(w.status = 'active', false) desc, f.at, f.id limit $5`,
}

const sql = statements({
  addAttempts: `
insert into {schema}.attempt (event_seq, delivery, ${endedColumns})
select e.seq, a.delivery, ${endedValues('$3::float8[]', '$4::text[]')}
from unnest($1::text[], $2::bigint[]) with ordinality as a (event, delivery, n)
join {schema}.event e on e.id = a.event`,
  attemptsOfDelivery: `${remembered} where a.delivery = $1::bigint ${inOrder}`,
  sendAgain:
    'select id, resent from {schema}.send_deliveries_again($1::bigint[], $2::int[], $3::float8[], $4::float8)',
  countAttempts: `
select ${countUpTo('attempt')} as attempts, ${estimate('attempt')} as "attemptsEstimate",
  ${countUpTo('attempt', `where outcome = ${outcomeNumbers.abandoned}`)} as abandoned,
  ${estimate('attempt_abandoned')} as "abandonedEstimate"`,
})

interface AttemptRow {
  event_id: string
  delivery: string
  outcome: number
  at: number
  duration: number | null
  number: number | null
  status: number | null
  webhook: string
  url: string
  error: string | null
  answer: string | null
  resent: boolean
}

type CountRow = AttemptCounts & Record<`${keyof AttemptCounts}Estimate`, number>

/** The part of a store that remembers attempts, and lets deliveries be sent again. */
type Attempts = Pick<Store, 'addAttempts' | 'attempts' | 'failed' | 'sendAgain' | 'attemptCounts'>

/** Remembers attempts. `onDue` is told when deliveries were made due. */
export function createAttempts(database: Database, onDue: () => void): Attempts {
  return {
    async addAttempts(attempts) {
      const own = attempts.filter(({ deliveryId: id }) => deliveryNumber(id) !== undefined)
      if (own.length === 0) return
      const events = own.map(({ eventId }) => writeText(eventId))
      const deliveries = own.map(({ deliveryId: id }) => deliveryNumber(id))
      await database.rows(sql.addAttempts, [events, deliveries, ...attemptValues(own)])
    },
    async attempts(query) {
      const rows =
        'events' in query
          ? await database.rows<AttemptRow>(ofEvents, [query.events.map(writeText)])
          : await database.rows<AttemptRow>(sql.attemptsOfDelivery, [deliveryNumber(query.id) ?? '-1'])
      return rows.map(attemptOf)
    },
    async failed({ webhookId, eventId, since, until, limit }) {
      const ids = [webhookId, eventId].map((id) => (id === undefined ? null : writeText(id)))
      const rows = await database.rows<FailedRow>(failed, [...ids, since ?? null, until ?? null, limit])
      const deliveries = rows.map(({ id, webhook, event_id: event, attempts }) => {
        return { id: deliveryId(id), webhookId: readText(webhook), eventId: readText(event), attempts }
      })
      return { deliveries, total: rows[0]?.total ?? 0 }
    },
    async sendAgain(deliveries, now) {
      const known = deliveries.filter(({ id }) => deliveryNumber(id) !== undefined)
      const rows = await database.rows<{ id: string; resent: boolean }>(sql.sendAgain, [
        known.map(({ id }) => deliveryNumber(id)),
        known.map(({ attempts }) => attempts),
        known.map(({ dueAt }) => dueAt),
        now,
      ])
      if (rows.length > 0) onDue()
      return new Map(rows.map(({ id, resent }) => [deliveryId(id), { resent }]))
    },
    async attemptCounts() {
      const [row] = await database.rows<CountRow>(sql.countAttempts)
      const number = (counted = 0, estimated = 0) =>
        counted > mostCounted ? Math.max(counted, estimated) : counted
      return {
        attempts: number(row?.attempts, row?.attemptsEstimate),
        abandoned: number(row?.abandoned, row?.abandonedEstimate),
      }
    },
  }
}

interface FailedRow {
  id: string
  webhook: string
  event_id: string
  attempts: number
  total: number
}

/** The numbers and the texts of attempts, in the order of their columns, null for each where there is none. */
export function attemptValues(attempts: readonly (EndedAttempt | undefined)[]): unknown[][] {
  const textOf = (text: string | undefined) => (text === undefined ? null : writeText(text))
  return [
    attempts.flatMap((attempt) => {
      if (!attempt) return [null, null, null, null, null, null]
      const { outcome, at, duration = null, attempt: number = null, status = null, resent } = attempt
      return [outcomeNumbers[outcome], at, duration, number, status, resent ? 1 : 0]
    }),
    attempts.flatMap((attempt) => {
      const { webhookId, url, error, answer } = attempt ?? {}
      return [webhookId, url, error, answer].map(textOf)
    }),
  ]
}

function attemptOf(row: AttemptRow): StoredAttempt {
  const { number, status, error, duration, answer, resent } = row
  return {
    deliveryId: deliveryId(row.delivery),
    eventId: readText(row.event_id),
    webhookId: readText(row.webhook),
    url: readText(row.url),
    at: row.at,
    outcome: outcomes[row.outcome - 1] ?? 'failed',
    ...(number !== null && { attempt: number }),
    ...(status !== null && { status }),
    ...(error !== null && { error: readText(error) }),
    ...(duration !== null && { duration }),
    ...(answer !== null && { answer: readText(answer) }),
    ...(resent && { resent }),
  }
}
