import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createBackend } from '@event-delivery/mock'
import { makeFolder } from '../support/folder'
import { numbers } from '../support/random'
import { callCommand, runCommand } from './command'
import { keyFlags, startService, webhooksOf } from './service'
import { serveFetch } from '../support/node-server'

const runs = Number(process.env.SOAK_RUNS ?? 5)
const seed = Number(process.env.SEED ?? 20_261_121)
const registering = ['--mode', 'full', '--only', 'WH-1,WH-8,WH-9,WH-13,WD-2,WD-5,DL-1', '--rate', '25']

const folder = await makeFolder(afterAll)
const service = await startService()
const { backend, baseUrl, flags } = service

const random = numbers(seed)

for (let run = 1; run <= runs; run += 1) {
  const signal = run % 2 === 1 ? 'SIGKILL' : 'SIGINT'
  const delay = Math.floor(random.next().value * 1_200)

  test(`after ${signal} at ${delay} ms and a clean-up no webhook is left (run ${run}, seed ${seed})`, async () => {
    const ledger = join(folder, `${run}.jsonl`)
    let timer: NodeJS.Timeout | undefined
    const ended = await runCommand(
      [...flags, ...registering, '--ledger', ledger],
      (out, kill) => {
        if (out.includes('What is created')) timer ??= setTimeout(() => kill(signal), delay)
      },
      { TMPDIR: folder },
    )
    clearTimeout(timer)
    const left = await webhooksOf(service)
    const kept = await stat(ledger).catch(() => undefined)
    if (signal === 'SIGINT')
      expect({ left, kept, out: ended.out }).toMatchObject({ left: [], kept: undefined })
    if (kept) {
      const { status, out } = await callCommand([...flags, '--cleanup', ledger])
      expect(status, out).toBe(0)
    }
    expect(await webhooksOf(service)).toEqual([])
    await expect(stat(ledger)).rejects.toThrow(/ENOENT/)
  })
}

test('a ledger holds no key and no secret', async () => {
  const ledger = join(folder, 'secrets.jsonl')
  const args = [...flags, ...registering, '--ledger', ledger]
  await runCommand(
    args,
    (out, kill) => {
      if (out.includes('webhook-secrets-differ')) kill('SIGKILL')
    },
    { TMPDIR: folder },
  )
  const text = await readFile(ledger, 'utf8')
  expect(text).toContain('"sends":"webhook"')
  expect(text).not.toMatch(/sk_(live|test)_|whsec_/)
  await callCommand([...flags, '--cleanup', ledger])
})

test('a clean-up says what it cannot delete: webhooks without their key, events', async () => {
  const ledger = join(folder, 'left.jsonl')
  const create = new Request('https://events.test/v1/webhooks', {
    method: 'POST',
    headers: { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://127.0.0.1:9/edckilled1/1', events: ['a'] }),
  })
  const { id } = (await (await backend.fetch(create)).json()) as { id: string }
  const lines = [
    { baseUrl: baseUrl, prefix: 'edckilled1', startedAt: new Date().toISOString() },
    { event: 'evt_1', key: 'test' },
    { webhook: id, key: 'live' },
  ]
  await writeFile(ledger, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"webhook":"wh_cut`)
  const cleanUp = (...args: string[]) => callCommand(['--cleanup', ledger, '--base-url', baseUrl, ...args])

  const first = await cleanUp('--test-key', 'sk_test_mock')
  expect(first.status).toBe(2)
  expect(first.out).toContain(`Not deleted: the webhook ${id}, for which --live-key is needed.`)
  expect(first.out).toContain('Events cannot be deleted: 1 stay, their types begin with edckilled1.')
  expect(await webhooksOf(service)).toHaveLength(1)
  expect((await cleanUp(...keyFlags)).status).toBe(0)
  expect(await webhooksOf(service)).toEqual([])
})

test('a ledger of another deployment is refused, so that no key goes where the file says', async () => {
  const ledger = join(folder, 'other.jsonl')
  await writeFile(
    ledger,
    `${JSON.stringify({ baseUrl: 'https://elsewhere.example', prefix: 'edckilled1' })}\n`,
  )
  const { status, err } = await callCommand([...flags, '--cleanup', ledger])
  expect(status).toBe(2)
  expect(err).toContain('is of https://elsewhere.example, and --base-url is another')
})

test('a ledger whose prefix is not one of the suite is refused, so that nothing of others is deleted', async () => {
  const ledger = join(folder, 'prefix.jsonl')
  for (const prefix of ['', 'hooks', '127.0.0.1', 'edc']) {
    await writeFile(ledger, `${JSON.stringify({ baseUrl: baseUrl, prefix })}\n`)
    const { status, err } = await callCommand([...flags, '--cleanup', ledger])
    expect({ status, told: err.includes('is no ledger, or damaged') }, prefix).toEqual({
      status: 2,
      told: true,
    })
  }
})

for (const list of ['/v1/webhooks', '/v1/hooks']) {
  test(`a webhook that a damaged line of a ledger named is looked for at ${list}`, async () => {
    const dialect = { operations: { listWebhooks: `GET ${list}` } }
    const own = createBackend({ dialect })
    const { baseUrl, close } = await serveFetch(own.fetch)
    const headers = { authorization: 'Bearer sk_test_mock', 'content-type': 'application/json' }
    const body = JSON.stringify({ url: 'https://127.0.0.1:9/edckilled2/1', events: ['a'] })
    await fetch(`${baseUrl}/v1/webhooks`, { method: 'POST', headers, body })
    const [ledger, pinned] = [join(folder, 'damaged.jsonl'), join(folder, 'dialect.json')]
    await writeFile(pinned, JSON.stringify(dialect))
    const header = JSON.stringify({ baseUrl, prefix: 'edckilled2' })
    await writeFile(ledger, `${header}\n{"webhook":"wh_\u0000\n{"event":"evt_1","key":"test"}\n`)
    const args = ['--base-url', baseUrl, ...keyFlags, '--cleanup', ledger, '--dialect', pinned]
    const { status, out } = await callCommand(args)
    expect(status, out).toBe(0)
    const left = await fetch(`${baseUrl}${list}`, { headers })
    expect(await left.json()).toMatchObject({ data: [] })
    await close()
    await own.close()
  })
}

test('a clean-up that reaches nobody, or with a key that is refused, says so and keeps the ledger', async () => {
  const ledger = join(folder, 'unreachable.jsonl')
  const lines = (baseUrl: string) =>
    [
      { baseUrl, prefix: 'edckilled3' },
      { webhook: 'wh_1', key: 'live' },
    ].map((line) => `${JSON.stringify(line)}\n`)
  await writeFile(ledger, lines('http://127.0.0.1:9').join(''))
  const nobody = await callCommand(['--base-url', 'http://127.0.0.1:9', ...keyFlags, '--cleanup', ledger])
  expect(nobody.status).toBe(2)
  expect(nobody.err).toContain('Nothing was deleted')
  await writeFile(ledger, lines(baseUrl).join(''))
  const wrong = ['--base-url', baseUrl, '--live-key', 'sk_live_wrong_1', '--cleanup', ledger]
  const refused = await callCommand(wrong)
  expect(refused.status).toBe(2)
  expect(refused.out).toContain('Not deleted: the webhook wh_1: the deployment refuses the live key.')
  expect(await readFile(ledger, 'utf8')).toContain('wh_1')
})
