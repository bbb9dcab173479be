/** How the claim of a row ends. */
export interface Settlement {
  id: string
  token: string
  /** `sent`: done. `again`: tried again after `delay`. `park`: waits for a decision. `free`: given back as it was. */
  verdict: 'sent' | 'again' | 'park' | 'free'
  /** Whether it is certain that the service has no event of this row. */
  isCertain: boolean
  eventId?: string
  reason?: string
  /** Milliseconds until the next attempt. */
  delay?: number
}

// The token fences off who has lost the row to another. What was sent is so, whatever state a row whose lease ended has come to since, as
// long as nobody claimed it.
export const settleRows = `
with given as materialized (
  select * from json_to_recordset($1::text::json)
    as g (id bigint, token bigint, verdict text, "isCertain" boolean, "eventId" text, reason text, delay float8)
), settled as (
  update {schema}.event e set
    state = case g.verdict when 'sent' then 3 when 'park' then 2 else 0 end,
    attempts = e.attempts + case when g.verdict in ('again', 'park') then 1 else 0 end,
    due_at = case g.verdict when 'again' then now() + g.delay * interval '1 millisecond' else e.due_at end,
    lease_until = null,
    unknown_since = case when not g."isCertain" then e.unknown_since end,
    reason = case when g.verdict in ('again', 'park') then g.reason when g.verdict = 'free' then e.reason end,
    event_id = g."eventId",
    settled_at = case when g.verdict in ('sent', 'park') then now() end
  from given g
  where e.id = g.id and e.token = g.token and (e.state = 1 or (g.verdict = 'sent' and e.state <> 3))
  returning e.id
)
select coalesce(json_agg(id::text), '[]')::text as ids from settled`

/** Renews the leases of rows. Who is missing in the answer belongs to another. */
export const renewRows = `
with given as materialized (
  select * from json_to_recordset($1::text::json) as g (id bigint, token bigint)
), renewed as (
  update {schema}.event e set lease_until = clock_timestamp() + $2::text::float8 * interval '1 millisecond'
  from given g where e.id = g.id and e.token = g.token and e.state = 1
  returning e.id
)
select coalesce(json_agg(id::text), '[]')::text as ids from renewed`
