import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { serveListener } from '../support/node-server'
import { file, mockSettings, records, run, settings, start } from './command-line'

/** A service of which every request gets the same treatment. */
const serving = async (...[listener]: Parameters<typeof serveListener>) =>
  settings((await serveListener(listener, { until: onTestFinished })).baseUrl)

const makeSecretFile = async () => join(await makeFolder(onTestFinished), 'webhook.secret')

test('an event is sent, found in the list by pages, and read by its id', async () => {
  const env = await mockSettings()
  const path = await file('order.json', '\uFEFF{"order":1042}')
  const [first] = records((await run(['send', 'order.paid', '--data', `@${path}`, '--json'], env)).out)
  expect(first).toMatchObject({ type: 'order.paid', data: { order: 1042 } })
  for (const count of [2, 3]) await run(['send', 'order.paid', '--data', `{"order":${count}}`], env)
  const page = await run(['events', 'list', '--limit', '2', '--json'], env)
  expect(records(page.out).map(({ data }) => data)).toEqual([{ order: 3 }, { order: 2 }])
  const { nextCursor } = JSON.parse(page.err) as { nextCursor: string }
  const rest = await run(['events', 'list', '--cursor', nextCursor, '--json'], env)
  expect(records(rest.out)).toEqual([first])
  expect(rest.err).toBe('')
  const { out } = await run(['events', 'get', first!['id'] as string], env)
  expect(out).toContain('order.paid  {"order":1042}')
})

test('a command that is repeated with its idempotency key says so, and creates no second event', async () => {
  const env = await mockSettings()
  const send = ['send', 'order.paid', '--data', '{}', '--idempotency-key', 'order-1']
  expect((await run(send, env)).out).toMatch(/^Created evt_/)
  expect((await run(send, env)).out).toMatch(/^Created before: evt_/)
  const { out } = await run(['events', 'list', '--json'], env)
  expect(records(out)).toHaveLength(1)
  expect((await run([...send, '--json'], env)).out).toBe(out)
})

test('send refuses a key that was used for another event', async () => {
  const env = await mockSettings()
  const send = (type: string) => run(['send', type, '--data', '{}', '--idempotency-key', 'order-1'], env)
  await send('order.paid')
  const { status, out, err } = await send('order.shipped')
  expect([status, out]).toEqual([1, ''])
  expect(err).toContain('choose a key for each event')
})

test('the payload may come from the standard input', async () => {
  const { out } = await run(['send', 'a', '--data', '-', '--json'], await mockSettings(), '{"from":"a pipe"}')
  expect(JSON.parse(out)).toMatchObject({ data: { from: 'a pipe' } })
})

test.each<[string, BufferEncoding]>([
  ['UTF-16', 'utf16le'],
  ['Latin-1', 'latin1'],
])('a payload in %s is refused, since an event of other characters would be created', async (_, encoding) => {
  const path = await file('order.json', Buffer.from('{"name":"Zoë"}', encoding))
  const { status, err } = await run(['send', 'a', '--data', `@${path}`], settings('http://127.0.0.1:9'))
  expect(err).toBe(
    `event-delivery: --data ${path} is not in UTF-8. Save it in that encoding: characters would be lost.\n`,
  )
  expect(status).toBe(2)
})

test('a webhook is registered with its secret in a file that only its owner can read, listed and deleted', async () => {
  const env = await mockSettings()
  const url = 'https://shop.example/hooks'
  const secretFile = await makeSecretFile()
  const add = ['webhooks', 'add', url, '--events', 'a, b', '--secret-file', secretFile]
  const added = await run([...add, '--json'], env)
  const [webhook] = records(added.out)
  expect(webhook).toMatchObject({ events: ['a', 'b'], secretFile })
  expect(added.out).not.toContain('whsec_')
  expect(readFileSync(secretFile, 'utf8')).toMatch(/^whsec_\S+\n$/)
  expect(statSync(secretFile).mode & 0o777).toBe(0o600)
  expect((await run(add, env)).err).toContain('exists and may hold another secret')
  const { out } = await run(['webhooks', 'list'], env)
  expect(out).toMatch(/^wh_\S+ {2}active {2}https:\/\/shop\.example\/hooks {2}a, b\n$/)
  expect(await run(['webhooks', 'rm', webhook!['id'] as string], env)).toMatchObject({ status: 0 })
  expect((await run(['webhooks', 'list'], env)).err).toContain('There is no webhook')
})

test('a webhook that was refused leaves no file for its secret', async () => {
  const secretFile = await makeSecretFile()
  const add = ['webhooks', 'add', 'https://shop.example', '--events', 'a', '--secret-file', secretFile]
  const env = await mockSettings({ EVENT_DELIVERY_API_KEY: 'sk_live_readonly_mock' })
  expect(await run(add, env)).toMatchObject({ status: 1 })
  expect(existsSync(secretFile)).toBe(false)
})

test('a secret that cannot be written is told of with the webhook whose secret is lost', async () => {
  const secretFile = await makeSecretFile()
  const env = await serving((_, response) => {
    rmSync(dirname(secretFile), { recursive: true })
    const webhook = {
      id: 'wh_1',
      url: 'https://shop.example',
      events: ['a'],
      status: 'active',
      secret: 'whsec_1',
    }
    response.writeHead(201).end(JSON.stringify({ ...webhook, created: '2026-11-21T03:00:00Z' }))
  })
  const add = ['webhooks', 'add', 'https://shop.example', '--events', 'a', '--secret-file', secretFile]
  const { status, err } = await run(add, env)
  expect(err).toMatch(
    /wh_1 is registered, and its secret is lost: .* cannot be written: there is no such file/,
  )
  expect(err).toContain('event-delivery webhooks rm wh_1')
  expect(status).toBe(1)
})

test('without a file, the secret of a new webhook is printed once', async () => {
  const add = ['webhooks', 'add', 'https://shop.example/hooks', '--events', '*']
  expect((await run(add, await mockSettings())).out.match(/whsec_\S+/g)).toHaveLength(1)
})

test('the key may stand in a file', async () => {
  const key = await file('key', 'sk_test_mock\n')
  const { EVENT_DELIVERY_BASE_URL: baseUrl } = await mockSettings()
  const args = ['events', 'list', '--api-key-file', key, '--base-url', baseUrl]
  expect(await run(args)).toMatchObject({ status: 0 })
})

test('a refusal by the service ends with status 1, its text, and no stack', async () => {
  const env = await mockSettings({ EVENT_DELIVERY_API_KEY: 'sk_test_c4n4ry7e1' })
  const { status, err } = await run(['events', 'list'], env)
  expect(status).toBe(1)
  expect(err).toMatch(/401/)
  expect(err).not.toMatch(/ {4}at |c4n4ry7e1/)
})

test('where nothing answers the status is 3, and a created event can be asked for again', async () => {
  const { port, close } = await serveListener(() => {})
  await close()
  const silent = await serving((request) => void request.socket.destroy())
  // Both wait before they try again.
  const [{ status, err }, sent] = await Promise.all([
    run(['events', 'list'], settings(`http://127.0.0.1:${port}`)),
    run(['send', 'a', '--data', '{}', '--json'], silent),
  ])
  expect(status).toBe(3)
  expect(err).not.toMatch(/ {4}at /)
  const { error } = JSON.parse(sent.err) as { error: Record<'outcome' | 'idempotencyKey' | 'advice', string> }
  expect(sent.status).toBe(3)
  expect(error.outcome).toBe('unknown')
  expect(error.advice).toContain(`--idempotency-key ${error.idempotencyKey}`)
})

test('a request that takes too long ends with status 3', async () => {
  const { status } = await run(['events', 'list', '--timeout', '0.05'], await serving(() => {}))
  expect(status).toBe(3)
})

test('Ctrl-C ends a command that waits with status 130, and says what is open', async () => {
  let arrived = () => {}
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  const command = start(['send', 'a', '--data', '{}'], await serving(() => arrived()))
  await arrival
  const { status, err } = await command.interrupt()
  expect(status).toBe(130)
  expect(err).toMatch(/may have been created\. Repeat the command with --idempotency-key \S+/)
})

test('what a service sends cannot steer the terminal', async () => {
  const created = '2026-11-21T03:00:00Z\r'
  const event = { id: 'evt_1', type: 'a\u001b[2Jb\u202e', created, data: { x: '\u009b1m' } }
  const env = await serving((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: [event], hasMore: false, nextCursor: null }))
  })
  const plain = await run(['events', 'list'], env)
  // eslint-disable-next-line no-control-regex
  expect(plain.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  const { out } = await run(['events', 'list', '--json'], env)
  expect(records(out)).toEqual([event])
})

test.each([
  ['FORCE_COLOR', { FORCE_COLOR: '1' }, true],
  ['NO_COLOR', { NO_COLOR: '1' }, false],
  ['neither', {}, false],
])('with %s a pipe gets colours: %s', async (_, more, isColoured) => {
  const { out } = await run(['send', 'a', '--data', '{}'], await mockSettings(more))
  expect(out.includes('\u001b[')).toBe(isColoured)
})

test('Ctrl-C ends the wait for a standard input that nobody writes to', async () => {
  const command = start(['send', 'a', '--data', '-'], settings('http://127.0.0.1:9'), new PassThrough())
  expect(await command.interrupt()).toEqual({ status: 130, out: '', err: '' })
})
