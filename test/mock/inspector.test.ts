import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { htmlModule } from '../../mock/control/inspector/build'
import { html } from '../../mock/control/inspector/html'
import { createHarness, type Harness } from '../support/backend'

const open = ({ backend }: Harness, headers: Record<string, string> = {}) =>
  backend.fetch(
    new Request('http://localhost/__mock', { headers: { accept: 'text/html,*/*;q=0.8', ...headers } }),
  )

const script = /<script>([^]*)<\/script>/.exec(html)?.[1] ?? ''

test('the page that is served is made from the files beside it', async () => {
  const served = new URL('../../mock/control/inspector/html.ts', import.meta.url)
  expect(readFileSync(served, 'utf8')).toBe(await htmlModule())
})

test('a browser gets the inspector, and a client that asks for JSON gets the routes', async () => {
  const harness = createHarness()
  const page = await open(harness)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect((await harness.call('GET', '/__mock', { key: null })).json.routes).toContain('GET /__mock/journal')
})

test('the inspector stands alone, and puts nothing from outside into its HTML', async () => {
  const served = await (await open(createHarness())).text()
  expect(served).toBe(html)
  expect(html.match(/(?:src|href)=["'](?!data:)|@import|url\(/g)).toBeNull()
  expect(html).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/)
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  expect(script.length).toBeGreaterThan(1_000)
  expect(() => new Script(script)).not.toThrow()
})

test('every id that the inspector looks up is there', () => {
  const ids = [...script.matchAll(/(?:byId|createOnSubmit)\("(\w+)"\)/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(10)
  for (const id of ids) expect(html).toContain(`id="${id}"`)
})

test('with a token the page is shown without it, and no data is', async () => {
  const harness = createHarness({ controlToken: 'secret' })
  expect((await open(harness)).status).toBe(200)
  for (const path of ['webhooks', 'keys', 'faults', 'journal', 'clock', 'snapshot']) {
    const reply = await harness.call('GET', `/__mock/${path}`, {
      key: null,
      headers: { accept: 'text/html, text/event-stream' },
    })
    expect(reply.status, path).toBe(401)
  }
})

test('webhooks of both modes are listed without their secrets', async () => {
  const { call, createWebhook } = createHarness()
  await createWebhook({ url: 'https://live.example' })
  await createWebhook({ url: 'https://test.example' }, { key: 'sk_test_mock' })
  const { json } = await call('GET', '/__mock/webhooks', { key: null })
  expect(json.data).toMatchObject([
    { url: 'https://live.example', mode: 'live' },
    { url: 'https://test.example', mode: 'test' },
  ])
  expect(JSON.stringify(json)).not.toContain('whsec_')
})
