import { afterAll, expect, test } from 'vitest'
import { missingRedis, startRedis } from '../../support/redis'
import { sized, tier } from '../../support/tier'
import { bundle } from '../processes/bundle'
import { execute, postgresUrl } from '../../support/postgres'
import type { Until } from '../../support/until'
import { deliver, secret } from '../deliveries'
import { makeInboxes } from './clients'
import type { ReceiveJob } from './processes/receive'
import { startReceiver } from './processes/receivers'

const program = await bundle(afterAll, 'stores/processes/receive.ts')
const size = sized({ more: { deliveries: 40, kills: 4 }, soak: { deliveries: 3000, kills: 150 } })
const missing = missingRedis()

test.concurrent.for([
  { form: 'transactional' as const, name: 'PostgreSQL in transactions', missing: undefined },
  { form: 'leased' as const, name: 'PostgreSQL', missing: undefined },
  { form: 'mixed' as const, name: 'PostgreSQL beside transactions', missing: undefined },
  { form: 'redis' as const, name: 'Redis', missing },
])(
  'three processes that are killed again and again and outlive their leases commit no delivery twice on $name, and lose none',
  async ({ form, name, missing }, { onTestFinished: until, skip }) => {
    if (missing) skip(missing)
    const { effects, commits } = await runChaos(form, until)
    const other = effects.filter((count) => count !== 1).length
    if (tier === 'soak')
      console.log(`${name}: ${size.deliveries - other} deliveries took effect once, ${other} not.`)
    expect(commits.filter((count) => count > 1)).toEqual([])
    expect(effects.filter((count) => count === 0)).toEqual([])
    if (form === 'transactional') expect(other).toBe(0)
  },
)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const random = (count: number) => Math.floor(Math.random() * count)

/**
 * Sends deliveries to three processes, each of them two or three times at once and again until it is answered 204, while one process after
 * another is killed. Sends all of them once more in the end. `mixed` has transactions in some processes and leases in one, on one table.
 * Resolves to how often each delivery took effect, and how often a commit of it succeeded.
 */
async function runChaos(form: ReceiveJob['form'] | 'mixed', until: Until) {
  const { deliveries, kills } = size
  const { schema } = await makeInboxes(until)
  const postgres = await postgresUrl()
  for (const table of ['effect', 'committed']) {
    await execute(postgres, `create table "${schema}".${table} (delivery text, process integer)`)
  }
  const redis = form === 'redis' ? (await startRedis(until)).url : undefined
  const forms: ReceiveJob['form'][] =
    form === 'mixed' ? ['transactional', 'leased', 'transactional'] : [form, form, form]
  const job = { secret, postgres, schema, redis, lease: 300 }
  const receivers = await Promise.all(
    forms.map((own) => startReceiver(program, { ...job, form: own }, until)),
  )

  const post = async (id: string): Promise<number> => {
    const delivery = await deliver({ id })
    const { headers } = delivery
    const url = receivers[random(3)]!.baseUrl()
    const answer = await fetch(url, { method: 'POST', headers, body: await delivery.text() }).catch(
      () => undefined,
    )
    await answer?.arrayBuffer().catch(() => {})
    return answer?.status ?? 0
  }
  const ids = Array.from({ length: deliveries }, (_, index) => `msg_${index}`)
  const sendUntilTaken = async (id: string) => {
    while ((await post(id)) !== 204) await pause(20 + random(200))
  }
  const queue = [...ids]
  const sender = async () => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      await Promise.all(Array.from({ length: 2 + random(2) }, () => sendUntilTaken(id)))
    }
  }
  let hasEnded = false
  const killer = async () => {
    for (let kill = 0; kill < kills || !hasEnded; kill++) {
      await pause(200 + random(600))
      if (hasEnded) return
      if (kill < kills) await receivers[kill % 3]!.kill()
    }
  }
  const senders = Array.from({ length: 8 }, sender)
  const killing = killer()
  await Promise.all(senders)
  hasEnded = true
  await killing
  await Promise.all(ids.map(sendUntilTaken))

  const counts = async (table: string) => {
    const rows = await execute<{ delivery: string; count: string }>(
      postgres,
      `select delivery, count(*) as count from "${schema}".${table} group by delivery`,
    )
    const byId = new Map(rows.map(({ delivery, count }) => [delivery, Number(count)]))
    return ids.map((id) => byId.get(id) ?? 0)
  }
  return { effects: await counts('effect'), commits: await counts('committed') }
}
