import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { callCommand, refusalOf } from './command'
import { keyFlags, serveAnswers, startService, webhooksOf } from './service'
import { mockKeys } from '../support/backend'
import { writeLedger } from './sealed-ledger'

const folder = await makeFolder(afterAll)
const service = await startService()
const { baseUrl, flags } = service
const run = { baseUrl, prefix: 'edckilled1' }
const ledger = (name: string) => join(folder, `${name}.jsonl`)

/** Registers a webhook as somebody else would, and resolves to its id. */
async function register(url: string, key: string = mockKeys.live, at = baseUrl): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url, events: ['a'] })
  const response = await fetch(`${at}/v1/webhooks`, { method: 'POST', headers, body })
  return ((await response.json()) as { id: string }).id
}

const idsAt = async () => ((await webhooksOf(service)) as { id: string }[]).map(({ id }) => id)
const cleanUp = (path: string) => callCommand([...flags, '--cleanup', path])
const refusedCleanUp = (path: string) => refusalOf([...flags, '--cleanup', path])

test('a clean-up says what it cannot delete: webhooks without their key, events', async () => {
  const path = ledger('left')
  const id = await register('https://127.0.0.1:9/edckilled1/1')
  const ofTestKey = await register('https://127.0.0.1:9/edckilled1/2', mockKeys.test)
  await writeLedger(path, run, [
    { event: 'evt_1', key: 'test' },
    { webhook: id, key: 'live' },
    { webhook: ofTestKey, key: 'test' },
  ])
  await appendFile(path, '{"webhook":"wh_cut')
  const first = await callCommand(['--cleanup', path, '--base-url', baseUrl, '--test-key', mockKeys.test])
  expect(first.status, first.err).toBe(2)
  expect(first.out).toContain(`Not deleted: the webhook ${id}, for which --live-key is needed.`)
  expect(first.out).not.toContain(ofTestKey)
  expect(first.out).toContain('Events cannot be deleted: 1 stay, their types begin with edckilled1.')
  expect(await idsAt()).toContain(id)
  expect((await cleanUp(path)).status).toBe(0)
  expect(await idsAt()).not.toContain(id)
})

test('a ledger that nobody sealed with the keys is refused, and names what could be deleted by hand', async () => {
  const path = ledger('forged')
  const foreign = await register('https://hooks.example.com/orders')
  const lines = [run, { webhook: foreign, key: 'live' }, { webhook: '../../v1/x\n::error::', key: 'live' }]
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const err = await refusedCleanUp(path)
  expect(err).toContain('was not sealed with the keys of this command line')
  expect(err).toContain(`It names the webhooks ${foreign}, ../../v1/x⏎::error::.`)
  expect(err).toContain('Nothing was deleted.')
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(await idsAt()).toContain(foreign)
})

/** Changes of a ledger that somebody without the keys can make, each on its whole text. */
const changes: Readonly<Record<string, (text: string, foreign: string) => string>> = {
  'an id is another': (text, foreign) => text.replace(/wh_\w+/, foreign),
  'the prefix is another': (text) => text.replaceAll('edckilled1', 'edckilled2'),
  'a line without a seal is added': (text, foreign) =>
    `${text}{"webhook":"${foreign}","key":"live","by":"live"}\n`,
  'a line has the seal of another one': (text, foreign) => {
    const seal = /"seal":"([^"]+)"/.exec(text.split('\n')[1] ?? '')?.[1] ?? ''
    return `${text}${JSON.stringify({ webhook: foreign, key: 'live', by: 'live', seal })}\n`
  },
  'a line names another key': (text) => text.replaceAll('"by":"live"', '"by":"test"'),
  'the seals of the header are gone': (text) => text.replace(/,"seals":\{[^}]*\}/, ''),
}

test.each(Object.entries(changes))('a ledger is refused where %s', async (_, change) => {
  const path = ledger('changed')
  const own = await register('https://127.0.0.1:9/edckilled1/1')
  const foreign = await register('https://hooks.example.com/orders')
  await writeLedger(path, run, [{ webhook: own, key: 'live' }])
  const text = await readFile(path, 'utf8')
  const changed = change(text, foreign)
  expect(changed).not.toBe(text)
  await writeFile(path, changed)
  expect(await refusedCleanUp(path)).toContain('was not sealed with the keys of this command line')
  expect(await idsAt()).toEqual(expect.arrayContaining([own, foreign]))
})

test('a ledger of other keys is refused, and one of the same keys is obeyed on any machine', async () => {
  const path = ledger('keys')
  const id = await register('https://127.0.0.1:9/edckilled1/1')
  const others = { live: 'sk_live_other_1', test: mockKeys.test }
  await writeLedger(path, run, [{ webhook: id, key: 'live' }], others)
  expect(await refusedCleanUp(path)).toContain('was not sealed with the keys')
  expect(await idsAt()).toContain(id)
  await writeLedger(path, run, [{ webhook: id, key: 'live' }])
  expect((await cleanUp(path)).status).toBe(0)
})

test('a webhook whose URL is not one of the run stays, whatever the ledger says', async () => {
  const path = ledger('foreign-url')
  const foreign = await register('https://hooks.example.com/orders')
  await writeLedger(path, run, [{ webhook: foreign, key: 'live' }])
  const { status, out } = await cleanUp(path)
  expect(status).toBe(2)
  expect(out).toContain(
    `Not deleted: the webhook ${foreign}: its URL https://hooks.example.com/orders is not one of the run.`,
  )
  expect(await idsAt()).toContain(foreign)
})

test('an id that could address something else is never sent', async () => {
  const paths: string[] = []
  const deployment = await serveAnswers(async ({ method, url }) => {
    paths.push(`${method} ${new URL(url).pathname}`)
    if (method === 'DELETE') return Response.json({ id: 'wh_1', deleted: true })
    return Response.json({ data: [], hasMore: false })
  })
  const path = ledger('ids')
  const odd = ['', '.', '..', 'a/b', '..%2f..', 'wh_1?x=1', 'wh_1#x', 'wh_\\1', ' ', 'wh_\n1', '%2e%2e']
  const at = { ...run, baseUrl: deployment.baseUrl }
  const records = [...odd, 'wh_1'].map((webhook) => ({ webhook, key: 'live' }) as const)
  await writeLedger(path, at, records)
  const { status, out } = await callCommand([...deployment.flags, '--cleanup', path])
  expect(status).toBe(2)
  expect(out).toContain('1 of 12 webhooks of the run edckilled1 deleted.')
  expect(out).toContain('Not deleted: the webhook ..: no path can hold its id.')
  expect(paths.filter((one) => one.startsWith('DELETE'))).toEqual(['DELETE /v1/webhooks/wh_1'])
})

test('a run deletes nothing under an id that could address something else', async () => {
  const deleted: string[] = []
  let made = 0
  const deployment = await serveAnswers(async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'DELETE') deleted.push(pathname)
    if (request.method !== 'POST') return Response.json({ data: [], hasMore: false })
    const input = (await request.json().catch(() => ({}))) as object
    const id = ['..', '.', '', 'a/../..'][made++ % 4]
    return Response.json({ ...input, id, status: 'active', secret: 'whsec_1' }, { status: 201 })
  })
  const args = [...deployment.flags, '--only', 'webhook-id,webhook-status,webhook-secret']
  const { status, out } = await callCommand([...args, '--ledger', ledger('odd-ids')])
  expect(status).toBe(1)
  expect(out).toContain('Webhooks are left.')
  expect(deleted).toEqual([])
})

test('a ledger of another deployment is refused, so that no key goes where the file says', async () => {
  const path = ledger('elsewhere')
  await writeLedger(path, { ...run, baseUrl: 'https://elsewhere.example' }, [])
  const told = 'is of https://elsewhere.example, and --base-url is another'
  expect(await refusedCleanUp(path)).toContain(told)
})

test('a ledger whose prefix is not one of the suite is refused, so that nothing of others is deleted', async () => {
  const path = ledger('prefix')
  for (const prefix of ['', 'hooks', '127.0.0.1', 'edc']) {
    await writeLedger(path, { baseUrl, prefix }, [])
    expect(await refusedCleanUp(path), prefix).toContain('is no ledger, or damaged')
  }
})

for (const list of ['/v1/webhooks', '/v1/hooks']) {
  // A list may be late, for which each of the two waits some seconds.
  test.concurrent(`a webhook that a damaged line of a ledger named is looked for at ${list}`, async () => {
    const dialect = { operations: { listWebhooks: `GET ${list}` } }
    const { baseUrl, flags } = await startService({ dialect })
    await register('https://127.0.0.1:9/edckilled2/1', mockKeys.test, baseUrl)
    const name = `damaged-${list.split('/').pop()}`
    const [path, pinned] = [ledger(name), join(folder, `${name}.json`)]
    await writeFile(pinned, JSON.stringify(dialect))
    await writeLedger(path, { baseUrl, prefix: 'edckilled2' }, [])
    await appendFile(path, '{"webhook":"wh_\u0000\n')
    const { status, out, err } = await callCommand([...flags, '--cleanup', path, '--dialect', pinned])
    expect(status, out + err).toBe(0)
    const headers = { authorization: `Bearer ${mockKeys.test}` }
    const left = await fetch(`${baseUrl}${list}`, { headers })
    expect(await left.json()).toMatchObject({ data: [] })
  })
}

test('a clean-up that reaches nobody, or with a key that is refused, says so and keeps the ledger', async () => {
  const path = ledger('unreachable')
  const nowhere = 'http://127.0.0.1:9'
  await writeLedger(path, { baseUrl: nowhere, prefix: 'edckilled3' }, [{ webhook: 'wh_1', key: 'live' }])
  const nobody = await refusalOf(['--base-url', nowhere, ...keyFlags, '--cleanup', path])
  expect(nobody).toContain('Nothing was deleted')
  const wrong = 'sk_live_wrong_1'
  const records = [{ webhook: 'wh_1', key: 'live' }] as const
  await writeLedger(path, { baseUrl, prefix: 'edckilled3' }, records, { live: wrong })
  const refused = await callCommand(['--base-url', baseUrl, '--live-key', wrong, '--cleanup', path])
  expect(refused.status).toBe(2)
  expect(refused.out).toContain('Not deleted: the webhook wh_1: the deployment refuses the live key.')
  expect(await readFile(path, 'utf8')).toContain('wh_1')
})
