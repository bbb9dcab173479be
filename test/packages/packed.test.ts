import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack } from '../support/pack'
import { root } from '../support/root'

const execute = promisify(execFile)

let folder: string
// Under `npx -p node@24 npm test` the inner npx would want that package as well.
const env = { ...process.env, npm_config_package: undefined }
const run = (file: string, args: string[]) => execute(file, args, { cwd: folder, env })

beforeAll(async () => {
  const tarballs = await pack()
  folder = await mkdtemp(join(tmpdir(), 'event-delivery-packed-'))
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--no-audit', '--no-fund', ...tarballs.map(({ path }) => path)])
}, 300_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['an import', ['--input-type=module', '-e', "import { EventDelivery } from '@event-delivery/sdk'"]],
  ['a require', ['--input-type=commonjs', '-e', "const { EventDelivery } = require('@event-delivery/sdk')"]],
])('the packed client sends through %s', async (_, [flag, e, load]) => {
  const code = `${load!}
    const client = new EventDelivery({
      apiKey: 'sk_test_key',
      baseUrl: 'https://events.test',
      fetch: async () => Response.json({ id: 'evt_1', type: 'a', created: '2026-11-21T03:00:00Z', data: {} }, { status: 201 }),
    })
    client.events.create({ type: 'a', data: {} }).then(({ id }) => console.log(id))`
  const { stdout } = await run(process.execPath, [flag!, e!, code])
  expect(stdout.trim()).toBe('evt_1')
})

test.each([
  ['an import', ['--input-type=module', '-e', "import { sign, verify } from '@event-delivery/sdk/webhooks'"]],
  [
    'a require',
    ['--input-type=commonjs', '-e', "const { sign, verify } = require('@event-delivery/sdk/webhooks')"],
  ],
])('the packed verifier verifies through %s', async (_, [flag, e, load]) => {
  const code = `${load!}
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const timestamp = Math.floor(Date.now() / 1000)
    sign({ body: '{}', id: 'msg_1', timestamp }, { secret })
      .then((headers) => verify({ body: '{}', headers }, { secret }))
      .then(({ id }) => console.log(id))`
  const { stdout } = await run(process.execPath, [flag!, e!, code])
  expect(stdout.trim()).toBe('msg_1')
})

test.each([
  ['an import', ['--input-type=module', '-e', "import { createOutbox } from '@event-delivery/sdk/outbox'"]],
  [
    'a require',
    ['--input-type=commonjs', '-e', "const { createOutbox } = require('@event-delivery/sdk/outbox')"],
  ],
])('the packed outbox writes a row through %s, and wants no driver', async (_, [flag, e, load]) => {
  const code = `${load!}
    const query = async (text, values) => ({ rows: [{ id: values[0] }] })
    const outbox = createOutbox({ pool: { query, connect: async () => ({ query, release() {} }) } })
    outbox.add({ query }, { type: 'order.paid', data: {} }).then(({ id }) => console.log(id))`
  const { stdout } = await run(process.execPath, [flag!, e!, code])
  expect(stdout.trim()).toBe('order.paid')
  const without = run('npx', [
    '--no-install',
    'event-delivery',
    'outbox',
    'status',
    '--database',
    'postgres://localhost/x',
  ])
  await expect(without).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm install pg') as string,
  })
})

test('the packed command verifies a delivery and explains one that is not right', async () => {
  const command = (...args: string[]) => run('npx', ['--no-install', 'event-delivery', ...args])
  const headers = [
    'webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp: 1614265330',
    'webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ]
  await writeFile(join(folder, 'body.json'), '{"test": 2432232314}')
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const flags = [...headers.flatMap((line) => ['--header', line]), '--secret', secret, '--now', '1614265330']
  expect((await command('verify', 'body.json', ...flags)).stdout).toMatch(/^Verified\./)
  await writeFile(join(folder, 'parsed.json'), '{"test":2432232314}')
  const refused = command('verify', 'parsed.json', ...flags)
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('parsed and written again') as string,
  })
  expect((await command('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('the packed suite finds the packed mock conformant', async () => {
  const mock = spawn(
    process.execPath,
    ['node_modules/@event-delivery/mock/bin/event-delivery-mock.js', '--tls', '--port', '0', '--json'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  try {
    const [line] = (await once(createInterface({ input: mock.stdout }), 'line')) as [string]
    const { baseUrl, ca } = JSON.parse(line) as { baseUrl: string; ca: string }
    const { stdout } = await run('npx', [
      ...['--no-install', 'event-delivery-conformance', '--base-url', baseUrl, '--ca', ca, '--mode', 'full'],
      ...['--live-key', 'sk_live_mock', '--test-key', 'sk_test_mock'],
    ])
    expect(stdout).toContain('\nconformant: mode full')
  } finally {
    mock.kill('SIGTERM')
    await once(mock, 'exit')
  }
}, 300_000)

test('each package whose code a build holds has its notice in the tarball', async () => {
  for (const name of ['sdk', 'mock', 'conformance']) {
    const dist = join(folder, 'node_modules/@event-delivery', name, 'dist')
    const files = (await readdir(dist)).filter((file) => /\.c?js$/.test(file))
    const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))
    // esbuild names each module that it bundles: in a comment, or where it wraps a CommonJS module, in a string.
    const modules = texts.flatMap((text) => [
      ...text.matchAll(/^(?:\/\/ | *")\S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm),
    ])
    const inlined = [...new Set(modules.map(([, found]) => found!))]
    if (name !== 'sdk') expect(inlined).toContain('ajv')
    const notices = inlined.length > 0 ? await readFile(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8') : ''
    expect(inlined.filter((found) => !notices.includes(`\n${found} `))).toEqual([])
  }
})

test('the mock hands out the document and the rulebook that it cites', async () => {
  for (const name of ['openapi.yaml', 'rules.yaml']) {
    const find = `console.log(import.meta.resolve('@event-delivery/mock/${name}'))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', find])
    const shipped = await readFile(fileURLToPath(stdout.trim()), 'utf8')
    expect(shipped).toBe(await readFile(join(root, 'openapi', name), 'utf8'))
  }
})

test('the packages hand out the schemas of the files that they read', async () => {
  for (const name of ['mock/dialect', 'mock/seed', 'conformance/baseline']) {
    const find = `console.log(import.meta.resolve('@event-delivery/${name}.schema.json'))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', find])
    const shipped = await readFile(fileURLToPath(stdout.trim()), 'utf8')
    const made = `${name.slice(name.indexOf('/') + 1)}.schema.json`
    expect(shipped).toBe(await readFile(join(root, 'generated', made), 'utf8'))
  }
})

test('the packages bring no tool of development with them', async () => {
  const installed = await readdir(join(folder, 'node_modules'))
  for (const tool of ['vitest', 'msw', 'typescript', '@stoplight', 'ajv'])
    expect(installed).not.toContain(tool)
})
