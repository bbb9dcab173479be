import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { madeModules } from '../../mock/inspector/build'
import { html, later } from '../../mock/inspector/html'
import { laterPath } from '../../mock/inspector/load-pasted'
import { createHarness, type Harness } from '../support/backend'

const open = ({ ask }: Harness, headers: Record<string, string> = {}) =>
  ask('GET', '/__mock', { key: null, headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

const script = /<script>([^]*)<\/script>/.exec(html)?.[1] ?? ''

test('the page that is served is made from the files beside it', async () => {
  for (const [name, text] of Object.entries(await madeModules())) {
    const served = new URL(`../../mock/inspector/${name}`, import.meta.url)
    expect(readFileSync(served, 'utf8'), name).toBe(text)
  }
})

test('a browser gets the inspector, and a client that asks for JSON gets the routes', async () => {
  const harness = createHarness()
  const page = await open(harness)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await harness.control('GET ')).json.routes).toContain('GET /__mock/journal')
})

test('the policy of the page lets its own script run and nothing else', async () => {
  const page = await open(createHarness())
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'/)
  expect(policy).not.toContain('unsafe')
  const served = /<script>([^]*)<\/script>/.exec(await page.text())?.[1] ?? ''
  const hash = createHash('sha256').update(served).digest('base64')
  const ofLater = createHash('sha256').update(later).digest('base64')
  expect(policy).toContain(`script-src 'sha256-${hash}' 'sha256-${ofLater}';`)
})

test('the page loads one part of it later, from its own mock, which wants no token for it', async () => {
  expect(script).toContain(laterPath)
  expect(script).not.toMatch(/\bimport\b/)
  const { backend } = createHarness({ controlToken: 'a-token-of-sixteen-letters' })
  const part = await backend.fetch(new Request(`http://localhost${laterPath}`))
  expect(part.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await part.text()).toBe(later)
  expect(later).not.toMatch(/\bfetch\(|\bimport\b|localStorage|sessionStorage|indexedDB|document\./)
})

test('the inspector stands alone, and puts nothing from outside into its HTML', async () => {
  const served = await (await open(createHarness())).text()
  expect(served).toBe(html)
  expect(html.match(/(?:src|href)=["'](?!data:)|@import|\burl\(/g)).toBeNull()
  expect(html).not.toMatch(/outerHTML|insertAdjacentHTML|document\.write|eval\(/)
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  expect(script.length).toBeGreaterThan(1_000)
  expect(() => new Script(script)).not.toThrow()
})

test('no component sets HTML, as the library would let it', () => {
  const folder = fileURLToPath(new URL('../../mock/inspector', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== 'html.ts')
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(sources.length).toBeGreaterThan(20)
  for (const source of sources) expect(source).not.toMatch(/innerHTML/i)
})

test('the whole page has at most 60 kB, gzipped', () => {
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(60_000)
})

test('with a token the page is shown without it, and no data is', async () => {
  const harness = createHarness({ controlToken: 'secret' })
  expect((await open(harness)).status).toBe(200)
  for (const path of ['webhooks', 'keys', 'faults', 'journal', 'clock', 'snapshot']) {
    const reply = await harness.control(`GET /${path}`, undefined, {
      headers: { accept: 'text/html, text/event-stream' },
    })
    expect(reply.status, path).toBe(401)
  }
})

test('webhooks of both modes are listed without their secrets', async () => {
  const { control, createWebhook } = createHarness()
  await createWebhook({ url: 'https://live.example' })
  await createWebhook({ url: 'https://test.example' }, { key: 'sk_test_mock' })
  const { json } = await control('GET /webhooks')
  expect(json.data).toMatchObject([
    { url: 'https://live.example', mode: 'live' },
    { url: 'https://test.example', mode: 'test' },
  ])
  expect(JSON.stringify(json)).not.toContain('whsec_')
})
