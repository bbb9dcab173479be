import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { bundleInspector } from '../../mock/inspector/build'
import { createHarness, type Harness } from '../support/backend'

const built = fileURLToPath(new URL('../../mock/dist/inspector', import.meta.url))
const scripts = readdirSync(built).filter((name) => name.endsWith('.js'))
const made = await bundleInspector()
const textOf = (name: string) => readFileSync(join(built, name), 'utf8')

const open = ({ ask }: Harness, headers: Record<string, string> = {}) =>
  ask('GET', '/__mock', { key: null, headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

test('the page that is served is built from the files that stand here now: npm run build', () => {
  const { outputFiles } = made
  expect(scripts.map((name) => join(built, name)).sort()).toEqual(outputFiles.map(({ path }) => path).sort())
  for (const { path, text } of outputFiles) expect(readFileSync(path, 'utf8'), path).toBe(text)
  const page = new URL('../../mock/inspector/page.html', import.meta.url)
  expect(textOf('page.html')).toBe(readFileSync(page, 'utf8'))
})

test('a browser gets the inspector, and a client that asks for JSON gets the routes', async () => {
  const harness = createHarness()
  const page = await open(harness)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toBe(textOf('page.html'))
  expect((await harness.control('GET ')).json.routes).toContain('GET /__mock/journal')
})

test('the policy of the page lets scripts of the mock run and nothing else', async () => {
  const page = await open(createHarness())
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
})

test('the page gets all of its scripts from its own mock, which wants no token for them', async () => {
  const { backend } = createHarness({ controlToken: 'a-token-of-sixteen-letters' })
  const ask = (path: string) => backend.fetch(new Request(`http://localhost/__mock/inspector/${path}`))
  const [, first] =
    /<script type="module" src="\/__mock\/inspector\/([^"]+)">/.exec(textOf('page.html')) ?? []
  const served = new Set([first!])
  for (const name of served) {
    const script = await ask(name)
    expect(script.headers.get('content-type'), name).toBe('text/javascript; charset=utf-8')
    const text = await script.text()
    expect(text).toBe(textOf(name))
    for (const [, imported] of text.matchAll(/(?:\bfrom|\bimport\(?)"\.\/([^"]+)"/g)) served.add(imported!)
  }
  expect([...served, 'mount.js'].sort()).toEqual(scripts.sort())
  for (const path of ['none.js', '../index.js', '..%2Findex.js', 'page.html/../../index.js', ''])
    expect((await ask(path)).status, path).not.toBe(200)
})

test('where no file can be read, a browser is told why there is no inspector', async () => {
  const { getBuiltinModule } = process
  onTestFinished(() => void Object.assign(process, { getBuiltinModule }))
  Object.assign(process, { getBuiltinModule: undefined })
  const page = await open(createHarness())
  expect(page.status).toBe(404)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('mountInspector')
})

test('what explains signatures is loaded later, sends nothing and keeps nothing', () => {
  const later = textOf(scripts.find((name) => name.startsWith('pasted-'))!)
  expect(later).not.toMatch(/\bfetch\(|localStorage|sessionStorage|indexedDB|document\./)
  for (const name of ['page.js', 'mount.js']) expect(textOf(name)).not.toContain('pasted-')
})

test('the inspector stands alone, and puts nothing from outside into its HTML', () => {
  const html = textOf('page.html')
  expect(html.match(/(?:src|href)=["'](?!data:|\/__mock\/inspector\/)|@import|\burl\(/g)).toBeNull()
  expect(html.match(/<script/g)).toHaveLength(1)
  for (const name of scripts) {
    const text = textOf(name)
    expect(text, name).not.toMatch(/outerHTML|insertAdjacentHTML|document\.write|eval\(/)
    expect(text.match(/(?:src|href)=["'](?!data:)|@import|\burl\(/g), name).toBeNull()
  }
  const imports = Object.values(made.metafile.outputs).flatMap((output) => output.imports)
  expect(imports.length).toBeGreaterThan(2)
  expect(imports.filter(({ external }) => external)).toEqual([])
})

test('no component sets HTML, as the library would let it', () => {
  const folder = fileURLToPath(new URL('../../mock/inspector', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(sources.length).toBeGreaterThan(20)
  for (const source of sources) expect(source).not.toMatch(/innerHTML/i)
})

test('the whole page has at most 60 kB, gzipped', () => {
  const loaded = scripts.filter((name) => !/^(mount\.|pasted-)/.test(name))
  const sizes = ['page.html', ...loaded].map((name) => gzipSync(textOf(name), { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000)
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
