import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { packages } from '../support/pack'
import { startServer } from '../support/processes'
import { readText, root } from '../support/root'
import { installIn, type Run, tarballsOf } from '../tools/matrix/installation'

let folder: string
let run: Run

beforeAll(async () => {
  folder = await makeFolder(afterAll)
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  run = await installIn(folder, await tarballsOf())
})

/** How a program loads names of an entry: by import or by require. */
const forms = {
  'an import': (names: string, entry: string) => `import { ${names} } from '@event-delivery/sdk${entry}'`,
  'a require': (names: string, entry: string) =>
    `const { ${names} } = require('@event-delivery/sdk${entry}')`,
}
type ModuleForm = keyof typeof forms
const names = Object.keys(forms) as ModuleForm[]

/** Runs a program that loads names of an entry of the SDK, and resolves with what it printed. */
async function print(form: ModuleForm, loaded: string, entry: string, code = '', flags: string[] = []) {
  const type = `--input-type=${form === 'an import' ? 'module' : 'commonjs'}`
  return (
    await run(process.execPath, [...flags, type, '-e', `${forms[form](loaded, entry)}\n${code}`])
  ).trim()
}

/** Runs a command that the packages brought, by the link that npm made. */
const command = (name: string, ...args: string[]) => run(join('node_modules/.bin', name), args)

test.each(names)('the packed outbox writes a row through %s, and wants no driver', async (form) => {
  const code = `
    const query = async (text, values) => ({ rows: JSON.parse(values[0]).map(({ type }) => ({ id: type })) })
    const outbox = createOutbox({ pool: { query, connect: async () => ({ query, release() {} }) } })
    outbox.add({ query }, { type: 'order.paid', data: {} }).then(({ id }) => console.log(id))`
  expect(await print(form, 'createOutbox', '/outbox', code)).toBe('order.paid')
})

test('the packed command on an outbox says which driver it wants', async () => {
  const asked = command('event-delivery', 'outbox', 'status', '--database', 'postgres://localhost/x')
  const message: unknown = expect.stringContaining('npm install pg')
  await expect(asked).rejects.toMatchObject({ message, cause: { code: 2 } })
})

const api = '@opentelemetry/api'

test.each(names)(
  'without the API of OpenTelemetry %s of the entry fails with its name, and the SDK brings none',
  async (form) => {
    await expect(print(form, 'instrument', '/otel')).rejects.toThrow(
      /Cannot find (package|module) '@opentelemetry\/api'/,
    )
    await print(form, 'EventDelivery', '')
  },
)

test.each(names)('beside the API of OpenTelemetry %s works', async (form) => {
  const installed = join(folder, 'node_modules', api)
  await cp(join(root, 'node_modules', api), installed, { recursive: true })
  const code = 'console.log(Object.keys(instrument()).sort().join())'
  const printed = await print(form, 'instrument', '/otel', code)
  await rm(installed, { recursive: true })
  expect(printed).toBe('end,request,response,retry,retryDenied,send,start,wait')
})

test('the packed command verifies a delivery and explains one that is not right', async () => {
  const sdk = (...args: string[]) => command('event-delivery', ...args)
  const headers = [
    'webhook-id: msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp: 1614265330',
    'webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ]
  await writeFile(join(folder, 'body.json'), '{"test": 2432232314}')
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const flags = [...headers.flatMap((line) => ['--header', line]), '--secret', secret, '--now', '1614265330']
  expect(await sdk('verify', 'body.json', ...flags)).toMatch(/^Verified\./)
  await writeFile(join(folder, 'parsed.json'), '{"test":2432232314}')
  const refused = sdk('verify', 'parsed.json', ...flags)
  const message: unknown = expect.stringContaining('parsed and written again')
  await expect(refused).rejects.toMatchObject({ message, cause: { code: 1 } })
  expect(await sdk('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('the packed suite finds the packed mock conformant', async () => {
  const args = [
    'node_modules/@event-delivery/mock/bin/event-delivery-mock.js',
    '--tls',
    '--port',
    '0',
    '--json',
  ]
  const { baseUrl, ca, stop } = await startServer<{ ca: string }>(args, { cwd: folder })
  onTestFinished(stop)
  const keys = ['--live-key', 'sk_live_mock', '--test-key', 'sk_test_mock']
  const place = ['--base-url', baseUrl, '--ca', ca, '--mode', 'read-only']
  expect(await command('event-delivery-conformance', ...place, ...keys)).toContain('\nnothing broken, ')
})

test('the packed mock serves its inspector, with and without a server, and counts in its metrics', async () => {
  const code = `
    import { createBackend } from '@event-delivery/mock'
    import { createMetrics, serve } from '@event-delivery/mock/node'
    const backend = createBackend({ metrics: await createMetrics() })
    const { baseUrl, close } = await serve(backend, { port: 0 })
    await fetch(baseUrl + '/v1/events', { headers: { authorization: 'Bearer sk_live_mock' } })
    const texts = {}
    for (const path of ['/__mock', '/__mock/inspector/page.js', '/__mock/docs', '/__mock/metrics']) {
      texts[path] = await (await fetch(baseUrl + path, { headers: { accept: 'text/html' } })).text()
    }
    const alone = new Request('http://localhost/__mock', { headers: { accept: 'text/html' } })
    texts.alone = await (await backend.fetch(alone)).text()
    await close()
    await backend.close()
    console.log(JSON.stringify(texts))`
  const printed = await run(process.execPath, ['--input-type=module', '-e', code])
  const texts = JSON.parse(printed) as Record<string, string>
  expect(texts['/__mock']).toContain('The inspector needs JavaScript')
  expect(texts.alone).toBe(texts['/__mock'])
  expect(texts['/__mock/inspector/page.js']).toMatch(/^import/)
  expect(texts['/__mock/docs']).toContain('<script type="module">')
  expect(texts['/__mock/metrics']).toContain(
    'event_delivery_requests_total{operation="listEvents",status="200"} 1',
  )
})

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
    if (name !== 'sdk') expect(inlined).toContain('commander')
    const notices = inlined.length > 0 ? await readFile(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8') : ''
    expect(inlined.filter((found) => !notices.includes(`\n${found} `))).toEqual([])
  }
})

test.each(names)('with source maps a stack shows the lines of the sources, after %s', async (form) => {
  const wrong = `{ apiKey: 'whsec_key', baseUrl: 'https://a.example' }`
  const code = `try { new EventDelivery(${wrong}) } catch ({ stack }) { console.log(stack) }`
  const printed = await print(form, 'EventDelivery', '', code, ['--enable-source-maps'])
  const [, name = '', line] = /at checkKey \(.*\/(transport\/\w+\.ts):(\d+):\d+\)/.exec(printed) ?? []
  expect(readText(`src/${name}`).split('\n')[Number(line) - 1]).toContain('refuse(')
})

test('the maps of the packages hold our sources as they are, and none of others', async () => {
  for (const [index, name] of ['sdk', 'mock', 'conformance'].entries()) {
    const dist = join(folder, 'node_modules/@event-delivery', name, 'dist')
    const maps = (await readdir(dist)).filter((file) => file.endsWith('.map'))
    expect(maps.length).toBeGreaterThan(2)
    for (const file of maps) {
      const map = JSON.parse(await readFile(join(dist, file), 'utf8')) as Record<string, (string | null)[]>
      for (const [at, path] of map.sources!.entries()) {
        // A file that loads and exports others alone has no line of ours.
        if (path === '<stdin>') continue
        const source = join(root, packages[index]!, 'dist', path!)
        const isOurs = !/node_modules|required-builtin/.test(source)
        const expected = isOurs ? await readFile(source, 'utf8') : null
        expect(map.sourcesContent![at] === expected, `${file} of ${source}`).toBe(true)
      }
    }
  }
})

test('the types of the packages want those of Node, and none of a page', async () => {
  const entries = ['sdk', 'sdk/webhooks', 'sdk/testing', 'mock', 'mock/node', 'mock/testing', 'conformance']
  const lines = entries.map((entry, index) => `export * as entry${index} from '@event-delivery/${entry}'`)
  await writeFile(join(folder, 'node.mts'), lines.join('\n'))
  const modules = join(root, 'node_modules')
  const given = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022']
  const types = ['--types', 'node', '--typeRoots', join(modules, '@types')]
  await run(process.execPath, [join(modules, 'typescript/bin/tsc'), ...given, ...types, 'node.mts'])
})

/** The files that the packages hand out, each with the one that it is made from. */
const handedOut = [
  ['mock/openapi.yaml', 'openapi/openapi.yaml'],
  ['mock/rules.yaml', 'openapi/rules.yaml'],
  ['mock/dialect.schema.json', 'generated/dialect.schema.json'],
  ['mock/seed.schema.json', 'generated/seed.schema.json'],
  ['conformance/baseline.schema.json', 'generated/baseline.schema.json'],
]

test('the packages hand out the document, the rulebook and the schemas of the files that they read', async () => {
  const find = `console.log(JSON.stringify(process.argv.slice(1).map((name) => import.meta.resolve('@event-delivery/' + name))))`
  const printed = await run(process.execPath, [
    '--input-type=module',
    '-e',
    find,
    ...handedOut.map(([name]) => name!),
  ])
  for (const [index, url] of (JSON.parse(printed) as string[]).entries()) {
    const made = readText(handedOut[index]![1]!)
    expect(await readFile(fileURLToPath(url), 'utf8')).toBe(made)
  }
})

test('the packages bring no tool of development with them', async () => {
  const installed = await readdir(join(folder, 'node_modules'))
  for (const tool of ['vitest', 'msw', 'typescript', '@stoplight', 'ajv'])
    expect(installed).not.toContain(tool)
})
