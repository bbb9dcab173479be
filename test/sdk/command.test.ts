import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { serveListener } from '../support/node-server'
import { commands } from '../support/processes'
import { root } from '../support/root'
import { file, records, run, settings, start, startMock } from './command-process'

beforeAll(() => {
  if (!existsSync(join(root, 'src/dist/cli.js'))) throw new Error('Build first: npm run build')
})

test('an event is sent, found in the list by pages, and read by its id', async () => {
  const { baseUrl } = await startMock()
  const env = settings(baseUrl)
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
  expect((await run(['events', 'get', first!['id'] as string], env)).out).toContain(
    'order.paid  {"order":1042}',
  )
})

test('a command that is repeated with its idempotency key creates no second event', async () => {
  const { baseUrl } = await startMock()
  const send = ['send', 'order.paid', '--data', '{}', '--idempotency-key', 'order-1', '--json']
  const [one, two] = [await run(send, settings(baseUrl)), await run(send, settings(baseUrl))]
  expect(two.out).toBe(one.out)
})

test('the payload may come from the standard input', async () => {
  const { baseUrl } = await startMock()
  const child = spawn(process.execPath, [commands.sdk, 'send', 'a', '--data', '-', '--json'], {
    cwd: root,
    env: settings(baseUrl),
  })
  child.stdin.end('{"from":"a pipe"}')
  const [printed] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  expect(JSON.parse(printed)).toMatchObject({ data: { from: 'a pipe' } })
})

test('a webhook is registered with its secret in a file that only its owner can read, listed and deleted', async () => {
  const { baseUrl } = await startMock()
  const env = settings(baseUrl)
  const secretFile = join(await makeFolder(onTestFinished), 'webhook.secret')
  const add = [
    'webhooks',
    'add',
    'https://shop.example/hooks',
    '--events',
    'a, b',
    '--secret-file',
    secretFile,
  ]
  const added = await run([...add, '--json'], env)
  const [webhook] = records(added.out)
  expect(webhook).toMatchObject({ events: ['a', 'b'], secretFile })
  expect(added.out).not.toContain('whsec_')
  expect(readFileSync(secretFile, 'utf8')).toMatch(/^whsec_\S+\n$/)
  expect(statSync(secretFile).mode & 0o777).toBe(0o600)
  expect((await run(add, env)).err).toContain('exists and may hold another secret')
  expect((await run(['webhooks', 'list'], env)).out).toMatch(
    /^wh_\S+ {2}active {2}https:\/\/shop\.example\/hooks {2}a, b\n$/,
  )
  expect(await run(['webhooks', 'rm', webhook!['id'] as string], env)).toMatchObject({ status: 0 })
  expect((await run(['webhooks', 'list'], env)).err).toContain('There is no webhook')
})

test('a webhook that was refused leaves no file for its secret', async () => {
  const { baseUrl } = await startMock()
  const secretFile = join(await makeFolder(onTestFinished), 'webhook.secret')
  const add = ['webhooks', 'add', 'https://shop.example', '--events', 'a', '--secret-file', secretFile]
  const env = settings(baseUrl, { EVENT_DELIVERY_API_KEY: 'sk_live_readonly_mock' })
  expect(await run(add, env)).toMatchObject({ status: 1 })
  expect(existsSync(secretFile)).toBe(false)
})

test('without a file, the secret of a new webhook is printed once', async () => {
  const { baseUrl } = await startMock()
  const { out } = await run(
    ['webhooks', 'add', 'https://shop.example/hooks', '--events', '*'],
    settings(baseUrl),
  )
  expect(out.match(/whsec_\S+/g)).toHaveLength(1)
})

test('the key may stand in a file', async () => {
  const { baseUrl } = await startMock()
  const key = await file('key', 'sk_test_mock\n')
  const args = ['events', 'list', '--api-key-file', key, '--base-url', baseUrl]
  expect(await run(args, {})).toMatchObject({ status: 0 })
})

test('a refusal by the service ends with status 1, its text, and no stack', async () => {
  const { baseUrl } = await startMock()
  const { status, err } = await run(
    ['events', 'list'],
    settings(baseUrl, { EVENT_DELIVERY_API_KEY: 'sk_test_c4n4ry7e1' }),
  )
  expect(status).toBe(1)
  expect(err).toMatch(/401/)
  expect(err).not.toMatch(/ {4}at |c4n4ry7e1/)
})

test('where nothing answers the status is 3, and a created event can be asked for again', async () => {
  const { port, close } = await serveListener(() => {})
  await close()
  const { status, err } = await run(['events', 'list'], settings(`http://127.0.0.1:${port}`))
  expect(status).toBe(3)
  expect(err).not.toMatch(/ {4}at /)
  const silent = await serveListener((request) => void request.socket.destroy(), { until: onTestFinished })
  const sent = await run(['send', 'a', '--data', '{}', '--json'], settings(silent.baseUrl))
  const { error } = JSON.parse(sent.err) as {
    error: { outcome: string; idempotencyKey: string; advice: string }
  }
  expect(sent.status).toBe(3)
  expect(error.outcome).toBe('unknown')
  expect(error.advice).toContain(`--idempotency-key ${error.idempotencyKey}`)
})

test('a request that takes too long ends with status 3', async () => {
  const silent = await serveListener(() => {}, { until: onTestFinished })
  expect(await run(['events', 'list', '--timeout', '0.05'], settings(silent.baseUrl))).toMatchObject({
    status: 3,
  })
})

test('Ctrl-C ends a command that waits with status 130, and says what is open', async () => {
  let arrived = () => {}
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  const silent = await serveListener(() => arrived(), { until: onTestFinished })
  const { child, ended } = start(['send', 'a', '--data', '{}'], settings(silent.baseUrl))
  await arrival
  child.kill('SIGINT')
  const { status, err } = await ended
  expect(status).toBe(130)
  expect(err).toMatch(/may have been created\. Repeat the command with --idempotency-key \S+/)
})

test('what a service sends cannot steer the terminal', async () => {
  const event = {
    id: 'evt_1',
    type: 'a\u001b[2Jb\u202e',
    created: '2026-11-21T03:00:00Z\r',
    data: { x: '\u009b1m' },
  }
  const service = await serveListener(
    (_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: [event], hasMore: false, nextCursor: null }))
    },
    { until: onTestFinished },
  )
  const plain = await run(['events', 'list'], settings(service.baseUrl))
  // eslint-disable-next-line no-control-regex
  expect(plain.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  const { out } = await run(['events', 'list', '--json'], settings(service.baseUrl))
  expect(records(out)).toEqual([event])
})

test('a reader that has seen enough ends the command quietly', async () => {
  const { baseUrl } = await startMock([
    '--seed',
    await file(
      'seed.json',
      JSON.stringify({
        events: Array.from({ length: 500 }, (_, n) => ({ type: 'a', data: { n, text: 'x'.repeat(500) } })),
      }),
    ),
  ])
  const line = `"${process.execPath}" ${commands.sdk} events list --all | head -1; echo "\${PIPESTATUS[0]}"`
  const child = spawn('bash', ['-c', line], {
    cwd: root,
    env: settings(baseUrl, { EVENT_DELIVERY_API_KEY: 'sk_live_mock' }),
    // A shell whose input is a socket would read the settings of a user.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  await once(child, 'close')
  expect(out.trim().split('\n').at(-1)).toBe('0')
  expect(err).toBe('')
})

test.each([
  ['FORCE_COLOR', { FORCE_COLOR: '1' }, true],
  ['NO_COLOR', { NO_COLOR: '1' }, false],
  ['neither', {}, false],
])('with %s a pipe gets colours: %s', async (_, more, isColoured) => {
  const { baseUrl } = await startMock()
  const { out } = await run(['send', 'a', '--data', '{}'], settings(baseUrl, more))
  expect(out.includes('\u001b[')).toBe(isColoured)
})
