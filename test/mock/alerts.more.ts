import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '@event-delivery/mock/node'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { createHarness } from '../support/backend'
import { makeFolder } from '../support/folder'
import { makeDatabase } from '../support/postgres'
import { root } from '../support/root'

const program = process.env['PROMTOOL'] ?? 'promtool'
const missing = spawnSync(program, ['--version']).error
  ? `no ${program}: apt-get install prometheus, or set PROMTOOL to the program`
  : undefined
const title = (text: string) => (missing ? `${text} (${missing})` : text)

const rules = join(root, 'docs/production/alerts.yaml')

test('each metric that an alert rule asks for is among those of a process', async () => {
  const store = createPostgresStore({ url: await makeDatabase(onTestFinished), retain: 80 * 3_600_000 })
  const { backend, createEvent, deliver, createWebhook } = createHarness({
    store,
    metrics: await createMetrics(),
  })
  await createWebhook()
  await deliver()
  await createEvent()
  const text = await (await backend.fetch(new Request('http://localhost/__mock/metrics'))).text()
  const asked = (await readFile(rules, 'utf8')).match(/event_delivery_\w+/g) ?? []
  expect(asked.filter((name) => !text.includes(`\n${name}{`) && !text.includes(`\n${name} `))).toEqual([])
})

/** What Prometheus has seen each minute, and which alerts fire after so long. */
interface Case {
  series: Record<string, string>
  after: string
  alerts: string[]
}

const away = 'event_delivery_store_up{instance="api-1"}'
const requests = (status: number) =>
  `event_delivery_requests_total{operation="createEvent",status="${status}"}`
const cases: Case[] = [
  { series: { [away]: '1x30' }, after: '20m', alerts: [] },
  { series: { [away]: '0x30' }, after: '2m', alerts: ['EventDeliveryStoreAway'] },
  { series: { [requests(201)]: '0+1000x30', [requests(503)]: '0+5x30' }, after: '20m', alerts: [] },
  {
    series: { [requests(201)]: '0+1000x30', [requests(503)]: '0+50x30' },
    after: '20m',
    alerts: ['EventDeliveryFails'],
  },
  {
    series: { event_delivery_queue_oldest_due_seconds: '0+60x30' },
    after: '10m',
    alerts: ['EventDeliveryLate'],
  },
  {
    series: { 'event_delivery_delivery_attempts_total{outcome="abandoned"}': '0x5 1x60' },
    after: '20m',
    alerts: ['EventDeliveryAbandons'],
  },
  {
    series: {
      'event_delivery_endpoints{state="silent"}': '2x60',
      'event_delivery_endpoints{state="slow"}': '9x60',
    },
    after: '40m',
    alerts: ['EventDeliveryEndpointsSilent'],
  },
  {
    series: { event_delivery_store_oldest_snapshot_seconds: '0+60x60' },
    after: '30m',
    alerts: ['EventDeliverySnapshotOpen'],
  },
  {
    series: { event_delivery_retention_overdue_seconds: '0+600x60' },
    after: '40m',
    alerts: ['EventDeliveryRetentionOverdue'],
  },
]

test.skipIf(missing)(
  title('the alert rules are sound, and fire where they are to and nowhere else'),
  async () => {
    const names = [...(await readFile(rules, 'utf8')).matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
    expect(new Set(cases.flatMap(({ alerts }) => alerts))).toEqual(new Set(names))
    const file = join(await makeFolder(onTestFinished), 'cases.json')
    const tests = cases.map(({ series, after, alerts }) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: after,
          exp_samples: alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
        },
      ],
    }))
    await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
    for (const args of [
      ['check', 'rules', rules],
      ['test', 'rules', file],
    ]) {
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
      expect(`${status} ${status === 0 ? '' : stdout + stderr}`).toBe('0 ')
    }
  },
)
