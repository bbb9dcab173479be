import type { Store } from '../store'
import { outcomeNumbers } from './attempts'
import { type Database, statements } from './database'
import { listStatements, positionValue, sliceOf } from './lists'
import { type WebhookRow, webhookColumns, webhookOf, webhookValues } from './rows'
import type { Secrets } from './secrets'
import { writeText } from './text'

/** The columns of a webhook in the order of `webhookValues`. */
export const insertedWebhookColumns = webhookColumns.replace('seq, ', '')

// The statement names both states, so that it can use the two partial indexes and still finds a delivery whose state a claim changes at
// this moment. It locks rows in the order of their ids, as settlements do, so that the two never wait for each other. A creation under
// way may add a delivery after this: the delivery finds no webhook when it is claimed. `ended` are the webhooks, `now` is the service's
// time.
const dropDeliveries = (ended: string, now: string) => `
dropped as (
  delete from {schema}.delivery where id = any (array(
    select id from {schema}.delivery where webhook = (select seq from ${ended}) and (state = 1 or state <> 1) order by id for update
  )) returning *
), remembered as (
  insert into {schema}.attempt (event_seq, delivery, at, claims, outcome, webhook, url)
  select d.event_seq, d.id, ${now}::float8, d.claims, ${outcomeNumbers.dropped}, w.id, w.url from dropped d, ${ended} w
)`

const sql = statements({
  addWebhook: `
with added as (
  insert into {schema}.webhook (${insertedWebhookColumns})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning seq, live, events, status
)
insert into {schema}.subscription (live, type, webhook)
select distinct a.live, t, a.seq from added a, unnest(a.events) t where a.status = 'active'`,
  removeWebhook: `
with gone as (
  delete from {schema}.webhook where live = $1 and id = $2 returning seq, id, url
), ${dropDeliveries('gone', '$3')}
select seq from gone`,
  // $1 id, $2 the status or null, $3 the secret or null, $4 whether the previous secret changes, $5 and $6 the previous one, $7 now.
  updateWebhook: `
with changed as (
  update {schema}.webhook set
    status = coalesce($2, status),
    secret = coalesce($3, secret),
    previous_secret = case when $4::boolean then $5 else previous_secret end,
    previous_until = case when $4::boolean then $6::float8 else previous_until end
  where id = $1 returning seq, id, live, url, events, status
), subscribed as (
  insert into {schema}.subscription (live, type, webhook)
  select distinct c.live, t, c.seq from changed c, unnest(c.events) t where c.status = 'active'
  on conflict do nothing
), unsubscribed as (
  delete from {schema}.subscription where webhook = (select seq from changed where status <> 'active')
), ended as (
  select * from changed where status <> 'active'
), ${dropDeliveries('ended', '$7')}
select seq from changed`,
})

const lists = listStatements('webhook', webhookColumns)

/** The part of a store that keeps webhooks. */
type Webhooks = Pick<Store, 'addWebhook' | 'webhooks' | 'updateWebhook' | 'removeWebhook'>

/** Keeps webhooks. `onEnded` is told which one was removed or is no longer active. `now` is the service's time. */
export function createWebhooks(
  database: Database,
  secrets: Secrets,
  onEnded: (id: string) => void,
  now: () => number,
): Webhooks {
  return {
    async addWebhook(webhook) {
      await database.rows(sql.addWebhook, webhookValues(webhook, secrets))
    },
    async webhooks(mode, page) {
      const values = [mode === 'live', positionValue(page)]
      const rows = await database.rows<WebhookRow>(lists[page.order](page.limit + 1), values)
      return sliceOf(rows, page, (row) => webhookOf(row, secrets))
    },
    async updateWebhook(id, change) {
      const { status, secret, previousSecret } = change
      const rows = await database.rows(sql.updateWebhook, [
        writeText(id),
        status ?? null,
        secret === undefined ? null : secrets.seal(secret, id),
        'previousSecret' in change,
        previousSecret ? secrets.seal(previousSecret.secret, id) : null,
        previousSecret?.until ?? null,
        now(),
      ])
      if (rows.length > 0 && status !== undefined && status !== 'active') onEnded(id)
      return rows.length > 0
    },
    async removeWebhook(mode, id) {
      const rows = await database.rows(sql.removeWebhook, [mode === 'live', writeText(id), now()])
      if (rows.length > 0) onEnded(id)
      return rows.length > 0
    },
  }
}
