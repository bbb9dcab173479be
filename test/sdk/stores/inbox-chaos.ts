import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { execute, postgresUrl } from '../../support/postgres'
import { startRedis } from '../../support/redis'
import type { Until } from '../../support/until'
import { deliver, secret } from '../deliveries'
import { makeInboxes } from './clients'
import type { ReceiveJob } from './processes/receive'

/** A process that receives, and that is started again each time that it was killed. */
interface ReceiverProcess {
  baseUrl(): string
  kill(): Promise<void>
}

async function startReceiver(program: string, job: ReceiveJob, until: Until): Promise<ReceiverProcess> {
  let child: ChildProcess
  let baseUrl = ''
  const start = async () => {
    const own = spawn(process.execPath, [program, JSON.stringify(job)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child = own
    own.stdin.on('error', () => {})
    const [line] = (await once(createInterface({ input: own.stdout }), 'line')) as [string]
    ;({ baseUrl } = JSON.parse(line) as { baseUrl: string })
  }
  const end = async () => {
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }
  await start()
  until(end)
  return {
    baseUrl: () => baseUrl,
    async kill() {
      await end()
      await start()
    },
  }
}

/** The options of a run. */
export interface ChaosOptions {
  program: string
  /** The form of all processes, or `mixed`: some have transactions and one has leases, on one table. */
  form: ReceiveJob['form'] | 'mixed'
  deliveries: number
  kills: number
  until: Until
}

/** The result of a run: how often each delivery took effect, and how often a commit of it succeeded. */
export interface ChaosResult {
  effects: number[]
  commits: number[]
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const random = (count: number) => Math.floor(Math.random() * count)

/**
 * Sends deliveries to three processes, each of them two or three times at once and again until it is answered 204, while one process after
 * another is killed. Sends all of them once more in the end.
 */
export async function runChaos({
  program,
  form,
  deliveries,
  kills,
  until,
}: ChaosOptions): Promise<ChaosResult> {
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
