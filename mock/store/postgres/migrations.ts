import type { Statement } from './database'
import { deliveryFunctions } from './delivery-functions'
import { partitionFunctions } from './partition-functions'

// A migration that was released is never changed: what is to be different comes as another one.
const first: Statement = {
  name: 'migration_1',
  text: `
-- The settings that all processes share, as JSON text. The version grows with each change.
create table {schema}.setting (
  name text primary key collate "C",
  value text not null,
  version bigint not null default 1
);

-- The place of an event in the list. It is drawn under a lock that is held until the commit, so that the order of seq is
-- the order of commits. A cache for each session would give a later event a lower number.
create sequence {schema}.event_seq as bigint cache 1;

create table {schema}.event (
  live            boolean not null,
  seq             bigint  not null,
  id              text    not null collate "C",
  type            text    not null,
  created         text    not null,
  -- The very characters of the answer. jsonb would rewrite numbers and spaces.
  json            text    not null,
  idempotency_key text,
  primary key (live, seq)
) partition by range (seq);
create index event_id on {schema}.event (id, seq);

-- Partitions are ranges of seq, because a sequence cannot be moved as the service's clock can. Closing one moves the
-- sequence to the beginning of the next. Times are the service's, in milliseconds.
create table {schema}.event_partition (
  number    bigint primary key,
  opened_at double precision not null,
  closed_at double precision
);

create table {schema}.idempotency (
  scope      text    not null collate "C",
  key        text    not null collate "C",
  live       boolean not null,
  event_seq  bigint  not null,
  made_at    double precision not null,
  expires_at double precision not null,
  primary key (scope, key)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index idempotency_expires on {schema}.idempotency (expires_at);

create table {schema}.webhook (
  seq             bigint generated always as identity (cache 1) primary key,
  id              text    not null unique collate "C",
  live            boolean not null,
  url             text    not null,
  events          text[]  not null,
  description     text,
  status          text    not null,
  secret          text    not null,
  previous_secret text,
  previous_until  double precision,
  created         text    not null
);
create index webhook_page on {schema}.webhook (live, seq);

-- The event types of the active webhooks, '*' for all.
create table {schema}.subscription (
  live    boolean not null,
  type    text    not null collate "C",
  webhook bigint  not null references {schema}.webhook on delete cascade,
  primary key (live, type, webhook)
);
create index subscription_webhook on {schema}.subscription (webhook);

-- Each row is a job. It has no foreign keys: they would lock the row of the webhook for each delivery, and a claim joins
-- webhook and event anyway. State 0 is due later, 1 is ready, 2 is claimed. The claims of a row count its claims: no two
-- have the same number. Due times are the service's, leases the database's own, so that moving the service's clock ends none.
create table {schema}.delivery (
  id          bigint generated always as identity primary key,
  webhook     bigint   not null,
  event_seq   bigint   not null,
  due_at      double precision not null,
  state       smallint not null default 1,
  attempts    integer  not null default 0,
  claims      integer  not null default 0,
  lease_until timestamptz
) with (
  fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0
);
create index delivery_ready on {schema}.delivery (webhook, due_at, id) where state = 1;
create index delivery_later on {schema}.delivery (due_at) where state = 0;
create index delivery_lease on {schema}.delivery (lease_until) where state = 2;
create index delivery_other on {schema}.delivery (webhook) where state <> 1;

-- A key is found by lookup, which is the key itself or, in an encrypted store, a keyed hash of it.
create table {schema}.api_key (
  seq        bigint generated always as identity (cache 1) primary key,
  id         text    not null unique collate "C",
  lookup     text    not null unique collate "C",
  key        text    not null,
  live       boolean not null,
  name       text    not null,
  scopes     text[],
  expires_at text,
  created    text    not null
);

-- The time at which the bucket of a key is full again. A crash of the server empties the table, which fills the buckets.
create unlogged table {schema}.rate (
  key_id  text primary key collate "C",
  full_at double precision not null,
  passed  integer not null
) with (fillfactor = 50);
`,
}

// What came of deliveries. Its partitions are those of the events, which it is dropped with. A row without a number is the end of a
// delivery without an attempt. Outcomes are numbered as in attempts.ts. Whoever adds a partition meanwhile leaves it to the next sweep.
const attempts: Statement = {
  name: 'attempts',
  text: `
select pg_advisory_xact_lock({lock:sweep});
alter table {schema}.delivery add column resent boolean not null default false;
create table {schema}.attempt (
  event_seq bigint   not null,
  delivery  bigint   not null,
  at        double precision not null,
  duration  double precision,
  number    integer,
  claims    integer  not null default 0,
  status    smallint,
  outcome   smallint not null,
  resent    boolean  not null default false,
  webhook   text     not null collate "C",
  url       text     not null,
  error     text,
  answer    text
) partition by range (event_seq);
create index attempt_event on {schema}.attempt (event_seq);
create index attempt_delivery on {schema}.attempt (delivery);
create index attempt_abandoned on {schema}.attempt (at, webhook) where outcome = 3;
do $body$
declare part record;
begin
  for part in
    select c.relname, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = '{schema}.event'::regclass
  loop
    execute format('create table {schema}.%s partition of {schema}.attempt %s', replace(part.relname, 'event_', 'attempt_'), part.bounds);
  end loop;
end
$body$;
${deliveryFunctions.text}
${partitionFunctions.text}`,
}

/**
 * The migrations, oldest first. The version of a schema is how many of them it has seen. Functions hold no data: where they changed,
 * they are made once more.
 */
export const migrations: readonly Statement[] = [
  first,
  deliveryFunctions,
  deliveryFunctions,
  partitionFunctions,
  attempts,
  deliveryFunctions,
]
