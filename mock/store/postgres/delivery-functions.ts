import type { Statement } from './database'

// A function plans its statement once for each connection, and keeps the plan while the table grows by any factor. A plan for
// an empty table reads all of it, so that the planner may take none but those that go through the indexes.
const keepingPlans = `
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off`

/**
 * Locks the rows of claims that are still held, always in the order of their ids: two that settle and renew the same claims would
 * else wait for each other. `state + 0` keeps the planner from an index of all that is claimed. $1 ids, $2 the numbers of the claims.
 */
export const lockClaims = `
select d.id from unnest($1::bigint[], $2::int[]) as s (id, claims) join {schema}.delivery d on d.id = s.id
where d.claims = s.claims and d.state + 0 = 2 order by d.id for update of d`

// The columns of an attempt that whoever ends a claim knows. The numbers of all attempts come in one array and their texts in another: to
// read an array for each column took half as long as everything else.
const endedNumbers = ['outcome', 'at', 'duration', 'number', 'status', 'resent']
const endedTexts = ['webhook', 'url', 'error', 'answer']
export const endedColumns = [...endedNumbers, ...endedTexts].join(', ')

/** The values of these columns for the attempt `n`, from 1, of two arrays. */
export function endedValues(numbers: string, texts: string): string {
  const part = (array: string, width: number, index: number) =>
    `(${array})[${width} * (n - 1) + ${index + 1}]`
  return [
    ...endedNumbers.map((name, index) => {
      const number = part(numbers, endedNumbers.length, index)
      return name === 'resent' ? `${number} = 1` : number
    }),
    ...endedTexts.map((_, index) => part(texts, endedTexts.length, index)),
  ].join(', ')
}

/**
 * The statements of each delivery, as functions that keep their plans: to plan a claim takes four times as long as to make it. Where one
 * is to do something else, it is replaced. Where it is to take or return something else, the one before stays for earlier versions.
 */
export const deliveryFunctions: Statement = {
  name: 'delivery_functions',
  text: `
-- Webhooks take turns: the recursion jumps from webhook to webhook through the index of what is ready, and each one gives an
-- equal share of the limit, its oldest first. A row without an id comes where nothing is claimed: has_due says whether any
-- delivery waits to be made ready. While a snapshot is open for long, the indexes keep an entry for all that was claimed since. What fell
-- due before $8 is not looked at, so that these entries are passed over without a look at their rows. $1 limit, $2 deliveries a worker
-- may hold of one webhook, $3 lease, $4 the number of the webhook after which to begin, $5 and $6 what the worker holds, $7 now, $8 the
-- earliest due time, -Infinity for all there is, ended leases included.
create or replace function {schema}.claim_ready_deliveries(int, int, float8, bigint, text[], int[], float8, float8)
returns table (
  has_due boolean, id bigint, webhook bigint, due_at double precision, attempts integer, claims integer, share integer,
  webhook_id text, url text, status text, secret text, previous_secret text, previous_until double precision,
  live boolean, seq bigint, event_id text, type text, created text, "json" text, idempotency_key text, resent boolean
) language plpgsql ${keepingPlans} as $body$
#variable_conflict use_column
begin
  return query
with recursive ready as (
  (
    select d.webhook from {schema}.delivery d where d.state = 1 and d.webhook > $4 and d.due_at between $8 and $7
    order by d.webhook limit 1
  )
  union all
  select (
    select d.webhook from {schema}.delivery d
    where d.state = 1 and d.webhook > ready.webhook and d.due_at between $8 and $7 order by d.webhook limit 1
  )
  from ready where ready.webhook is not null
), busy as materialized (
  select w.seq as webhook, b.held from unnest($5, $6) as b (id, held) join {schema}.webhook w on w.id = b.id
), turn as materialized (
  -- Thousands may be full: NOT IN looks them up by a hash, which no join may make here.
  select r.webhook, $2 - coalesce(b.held, 0) as room
  from ready r left join (select * from busy where held < $2) b on b.webhook = r.webhook
  where r.webhook is not null and r.webhook not in (select f.webhook from busy f where f.held >= $2)
  limit $1
), share as materialized (
  select greatest(1, $1 / greatest(1, count(*)::int)) as size from turn
), picked as materialized (
  select d.id
  from turn t cross join lateral (
    select id from {schema}.delivery where state = 1 and webhook = t.webhook and due_at between $8 and $7
    order by due_at, id limit least(t.room, (select size from share)) for update skip locked
  ) d
  limit $1
), claimed as (
  update {schema}.delivery d
  set state = 2, claims = d.claims + 1, lease_until = clock_timestamp() + $3 * interval '1 millisecond'
  -- A join with picked would be hashed against a scan of the whole table, at each claim, where many deliveries wait.
  where d.id = any (array(select id from picked))
  returning d.id, d.webhook, d.event_seq, d.due_at, d.attempts, d.claims, d.resent
)
select look.has_due, c.id, c.webhook, c.due_at, c.attempts, c.claims, (select size from share) as share,
  w.id as webhook_id, w.url, w.status, w.secret, w.previous_secret, w.previous_until,
  e.live, e.seq, e.id as event_id, e.type, e.created, e.json, e.idempotency_key,
  c.resent
from (
  select exists (
    select from {schema}.delivery where state = 0 and due_at between $8 and $7
    union all select from {schema}.delivery where $8 = '-Infinity' and state = 2 and lease_until <= clock_timestamp()
  ) as has_due
) look
left join claimed c on true
-- What has lost its webhook or its event comes back without them, and is ended at once.
left join lateral (
  select * from {schema}.webhook w where w.seq = c.webhook and w.status = 'active' limit 1
) w on true
-- Its limit keeps the planner from reading all events.
left join lateral (
  select * from {schema}.event e where e.live = w.live and e.seq = c.event_seq limit 1
) e on true
order by c.due_at, c.id;
end
$body$;

-- Few rows at a time, and none for which it would wait: any process may do this at any time. $1 now.
create or replace function {schema}.make_deliveries_ready(float8)
returns setof bigint language plpgsql ${keepingPlans} as $body$
#variable_conflict use_column
begin
  return query
with later as (
  select id from {schema}.delivery where state = 0 and due_at <= $1 order by due_at limit 500 for update skip locked
), dead as (
  select id from {schema}.delivery where state = 2 and lease_until <= clock_timestamp()
  order by lease_until limit 500 for update skip locked
)
update {schema}.delivery set state = 1, lease_until = null
where id = any (array(select id from later union all select id from dead)) returning id;
end
$body$;

-- Ends claims, or lets their deliveries fall due again, and remembers what came of each. $1 ids, $2 the numbers of the claims, $3 when
-- each falls due again, null for never, $4 and $5 the attempts, without an outcome where nothing is to be remembered.
create or replace function {schema}.settle_deliveries(bigint[], int[], float8[], float8[], text[])
returns setof bigint language plpgsql ${keepingPlans} as $body$
#variable_conflict use_column
begin
  return query
with held as materialized (
  select d.id, d.event_seq, s.n from unnest($1) with ordinality as s (id, n) join {schema}.delivery d on d.id = s.id
  where d.claims = ($2)[s.n] and d.state + 0 = 2 order by d.id for update of d
), again as (
  update {schema}.delivery d set state = 0, attempts = d.attempts + 1, due_at = ($3)[h.n], lease_until = null
  from held h where d.id = h.id and ($3)[h.n] is not null
), done as (
  delete from {schema}.delivery d using held h where d.id = h.id and ($3)[h.n] is null
), remembered as (
  insert into {schema}.attempt (event_seq, delivery, claims, ${endedColumns})
  select event_seq, id, ($2)[n], ${endedValues('$4', '$5')}
  from held where ($4)[${endedNumbers.length} * (n - 1) + 1] is not null
)
select id from held;
end
$body$;

-- Makes deliveries due that wait, and pending once more that have ended: two that ask for one attempt at once get one. The lock lets one
-- ask after the other, so that each sees what the other wrote, and each looks for the row of a delivery and for its end in one snapshot.
-- $1 ids, $2 how many attempts were made, $3 when each is to be due, $4 now.
create or replace function {schema}.send_deliveries_again(bigint[], int[], float8[], float8)
returns table (id bigint, resent boolean) language plpgsql ${keepingPlans} as $body$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock({lock:again});
  return query
with asked as materialized (
  select * from unnest($1, $2, $3) as a (id, attempts, due_at)
), waiting as materialized (
  select d.id, d.resent, least(d.due_at, a.due_at) as due_at
  from asked a join {schema}.delivery d on d.id = a.id
  where d.attempts = a.attempts and d.state + 0 <> 2 order by d.id for update of d skip locked
), hastened as (
  update {schema}.delivery d set due_at = w.due_at, state = case when w.due_at <= $4 then 1 else 0 end
  from waiting w where d.id = w.id returning d.id, d.resent
), ended as (
  insert into {schema}.delivery (id, webhook, event_seq, due_at, state, attempts, claims, resent) overriding system value
  select a.id, w.seq, l.event_seq, a.due_at, case when a.due_at <= $4 then 1 else 0 end, a.attempts, l.claims, true
  from asked a
  cross join lateral (
    select max(t.event_seq) as event_seq, max(t.webhook) as webhook, max(t.claims) as claims, coalesce(max(t.number), 0) as number
    from {schema}.attempt t where t.delivery = a.id
  ) l
  join {schema}.webhook w on w.id = l.webhook and w.status = 'active'
  where l.number = a.attempts
    and exists (select from {schema}.event e where e.live = w.live and e.seq = l.event_seq)
    and not exists (select from {schema}.delivery d where d.id = a.id)
  on conflict do nothing returning id, resent
)
select h.id, h.resent from hastened h union all select n.id, n.resent from ended n;
end
$body$;
`,
}
