import { expect, test } from 'vitest'
import { checks, quickChecks, runChecks } from '@event-delivery/conformance'
import { deliveryLine, estimateLine, roundsOf } from '../contract/command/estimate'
import { elsewhere } from '../support/backend'
import { callCommand } from './command'
import { keyFlags, startService } from './service'
import { countRun } from './request-counts'
import { named } from '../support/judged'
import requestCounts from '../../generated/request-counts.json'

// `npm run check` counts what the other modes send.
test('what --dry-run tells of each check in mode read-only is what it sends', async () => {
  const told = new Map(Object.entries<number[]>(requestCounts['read-only']))
  const sent = [...(await countRun('read-only'))]
  expect(sent.length).toBeGreaterThan(10)
  expect(sent.map(([id, { requests, writes }]) => [id, requests, writes])).toEqual(
    sent.map(([id]) => [id, ...(told.get(id) ?? []).slice(0, 2)]),
  )
})

test('of a check alone --dry-run tells what the run needs besides, too', async () => {
  const counts = await countRun('non-disruptive', named('webhook-status'))
  const { requests, writes } = counts.get('webhook-status') ?? {}
  const args = ['--base-url', 'http://127.0.0.1:9', ...keyFlags, '--dry-run', '--only', 'webhook-status']
  const { out } = await callCommand(args)
  expect(out).toContain(
    `About ${requests} requests, ${writes} of them writes (mode non-disruptive). Nothing was sent.`,
  )
})

test('--dry-run sends nothing and tells how much a run would send', async () => {
  const args = ['--base-url', 'http://127.0.0.1:9', '--test-key', 'sk_test_x', '--dry-run', '--rate', '8']
  const { status, out } = await callCommand(args)
  expect(status).toBe(0)
  expect(out).toMatch(/^create-event +\d+ requests, +\d+ writes$/m)
  expect(out).toMatch(/^deliver-to-subscriber +none: It needs mode full\.$/m)
  expect(out).toMatch(
    /About \d{3,} requests, \d{3,} of them writes \(mode non-disruptive\), \d+ s at 8 a second/,
  )
})

const estimate = (requests: number, run: 'whole' | 'quick' = 'whole') => ({
  requests,
  writes: 0,
  checks: [],
  lasts: 0,
  mode: 'full' as const,
  run,
})

test('an estimate says how many requests, how fast, and how long that takes', () => {
  expect(estimateLine(estimate(1040), { rate: 8 })).toBe('About 1,040 requests at 8 a second: 2 min 10 s.')
  expect(estimateLine(estimate(36), { rate: 80 })).toBe('About 36 requests at 80 a second: 1 s.')
  expect(estimateLine(estimate(655))).toBe('About 655 requests, as fast as the deployment answers.')
  expect(estimateLine(estimate(1500), { latency: 48 })).toBe('About 1,500 requests: 12 s.')
  expect(estimateLine(estimate(1500), { latency: 48, concurrency: 1 })).toBe('About 1,500 requests: 51 s.')
  expect(estimateLine(estimate(1040), { rate: 8, latency: 48 })).toBe(
    'About 1,040 requests at 8 a second: 2 min 12 s.',
  )
  expect(estimateLine(estimate(1500), { latency: 1, slowness: 2 })).toBe('About 1,500 requests: 11 s.')
  expect(estimateLine({ ...estimate(71), mode: 'read-only' }, { latency: 1 })).toBe('About 71 requests: 1 s.')
  const waits = { ...estimate(1500), lasts: 5_500 }
  expect(estimateLine(waits, { latency: 1 })).toBe('About 1,500 requests: 8 s.')
})

test('slow deliveries are told once the first has come, where the run takes half as long again for them', () => {
  const speed = { latency: 1, delivery: 1_100 }
  expect(deliveryLine(estimate(1600), speed)).toBe('A delivery takes 1.1 s: about 27 s in all.')
  expect(deliveryLine(estimate(60, 'quick'), speed)).toBe('A delivery takes 1.1 s: about 8 s in all.')
  expect(deliveryLine(estimate(1600), { ...speed, delivery: 100 })).toBeUndefined()
  expect(deliveryLine(estimate(1600), { ...speed, rate: 8 })).toBeUndefined()
})

const runs = [
  { words: 'a whole run', mode: 'non-disruptive', made: checks },
  { words: 'a run that only reads', mode: 'read-only', made: checks },
  { words: 'a quick run', mode: 'full', made: quickChecks },
] as const

test.each(runs)(
  '$words waits for answers about as often as its estimate takes it to',
  async ({ mode, made }) => {
    const { fetch, ...target } = elsewhere()
    const open: (() => void)[] = []
    let [rounds, requests, isWatched] = [0, 0, false]
    // Whatever is under way is answered together, once nothing else is sent: a round of waiting, however long it takes.
    const answerTogether = async () => {
      isWatched = true
      for (let [still, before] = [0, 0]; still < 5; before = open.length) {
        await new Promise(setImmediate)
        still = open.length === before ? still + 1 : 0
      }
      isWatched = false
      rounds += 1
      for (const answer of open.splice(0)) answer()
    }
    const held = async (request: Request) => {
      requests += 1
      const turn = new Promise<void>((resolve) => open.push(resolve))
      if (!isWatched) void answerTogether()
      await turn
      return fetch(request)
    }
    await runChecks({ ...target, fetch: held }, made, { mode, seed: 1 })
    const told = roundsOf({ ...estimate(requests), mode })
    // The rounds that a run is told to take are within a third of those that it takes.
    expect(told).toBeGreaterThan((rounds * 2) / 3)
    expect(told).toBeLessThan((rounds * 4) / 3)
  },
)

test('before a run its requests and its time are told, at the pace that a plan permits', async () => {
  const service = await startService()
  const args = [...service.flags, '--only', 'webhook-status', '--plan', '1000']
  const counts = await countRun('non-disruptive', named('webhook-status'))
  const requests = counts.get('webhook-status')?.requests
  const { out } = await callCommand(args)
  // How long it is to take depends on how fast this machine answered.
  expect(out).toMatch(new RegExp(`\nAbout ${requests} requests at 800 a second: \\d+ s\\.\n`))
})
