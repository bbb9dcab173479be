import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inChromium, openPage } from '../browser/inspector-page'
import { violations } from '../browser/inspector-violations'
import { makeFolder } from '../support/folder'
import type { NodeServer } from '../support/node-server'
import { root } from '../support/root'
import { serveFolder } from '../support/serve-folder'
import { run } from '../support/run'

let folder: string
let site: NodeServer

beforeAll(async () => {
  folder = await makeFolder(afterAll)
  // The packages are built already: the script before this one would build them once more.
  const args = ['run', 'docs', '--ignore-scripts', '--', '--outDir', folder]
  const built = run('npm', args, { cwd: root })
  built.child.stdin?.end()
  await built
  site = await serveFolder(folder, { until: afterAll })
})

/** The kilobytes that the page has loaded of the site, as a server would compress them. */
async function kilobytes(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  const urls = await page.evaluate(() =>
    performance
      .getEntries()
      .flatMap(({ entryType, name }) => (/^(navigation|resource)$/.test(entryType) ? name : [])),
  )
  const paths = new Set(urls.map((url) => new URL(url).pathname.replace(/\/$/, '/index.html')))
  const files = await Promise.all([...paths].map((path) => readFile(join(folder, path))))
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1000
}

test('every link of the site leads to a page or file of it, and every heading that is named is there', async () => {
  const names = await readdir(folder, { recursive: true })
  const paths = names.filter((path) => path.endsWith('.html'))
  const pages = new Map<string, string>(
    await Promise.all(
      paths.map(async (path) => [`/${path}`, await readFile(join(folder, path), 'utf8')] as const),
    ),
  )
  const files = new Set(names.map((path) => `/${path}`))
  expect(pages.size).toBeGreaterThan(30)
  const lost: string[] = []
  for (const [path, html] of pages) {
    for (const [, link] of html
      .replace(/<script\b[^]*?<\/script>/g, '')
      .matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(link!.replaceAll('&amp;', '&'), `http://site${path}`)
      if (origin !== 'http://site') continue
      const target = decodeURI(pathname).replace(/\/$/, '/index.html')
      const id = decodeURIComponent(hash.slice(1))
      const isThere = files.has(target) && (id === '' || pages.get(target)?.includes(`id="${id}"`))
      if (!isThere) lost.push(`${path} links to ${link}`)
    }
  }
  const texts = names.filter((path) => /\.md$|^llms\.txt$/.test(path))
  expect(texts.length).toBeGreaterThan(30)
  for (const name of texts)
    for (const [, path] of (await readFile(join(folder, name), 'utf8')).matchAll(/\]\((\/[^)#]*)/g)) {
      const target = path!.replace(/\/$/, '/index.html')
      if (!files.has(target)) lost.push(`${name} links to ${path}`)
    }
  expect(lost).toEqual([])
})

test('the pages for programs are Markdown, and lead through the site', async () => {
  expect(await readFile(join(folder, 'llms.txt'), 'utf8')).toContain('- [The first minute](/start.md)')
  const text = await readFile(join(folder, 'start.md'), 'utf8')
  expect(text).toContain('[the SDK in production](/sdk/production.html)')
  expect(text).not.toMatch(/\]\((?:docs|src|mock)\//)
})

// The audit looks at one page of each kind: prose, code, wide tables, pictures and charts. The audit of the interface's page is in reference.more.ts.
const kinds = [
  ...['/', '/start.html', '/sdk/', '/receiving/express.html', '/mock/inspector.html', '/frontend/vite.html'],
  ...['/conformance/owners.html', '/conformance/coverage.html', '/dialects.html', '/errors.html'],
  ...['/comparison.html', '/performance.html', '/project/architecture.html'],
]

inChromium(
  'the main pages of the site keep the rules of accessibility, in the light and in the dark',
  async () => {
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openPage({ colorScheme })
      for (const path of kinds) {
        await page.goto(site.baseUrl + path)
        const rules = colorScheme === 'dark' ? 'colours' : 'all'
        found.push(...(await violations(page, `${path}, ${colorScheme}`, rules)))
      }
    }
    expect(found).toEqual([])
  },
)

inChromium('the page of the interface shows its document', async () => {
  const { page } = await openPage()
  await page.goto(`${site.baseUrl}/interface.html`)
  await page.getByRole('heading', { name: 'Create an event' }).first().waitFor()
})

inChromium('a reader finds a rule among the rows of its page', async () => {
  const { page } = await openPage()
  await page.goto(`${site.baseUrl}/conformance/coverage.html`)
  await page.getByRole('searchbox', { name: 'Filter the rows' }).fill('idempotency original')
  await page
    .getByRole('status')
    .getByText(/^1 of \d+ rows$/)
    .waitFor()
  expect(await page.locator('.vp-doc tbody tr:visible').count()).toBe(1)
  expect(await page.locator('.vp-doc table:visible').count()).toBe(1)
})

inChromium('the search finds a page without asking a server of others', async () => {
  const { page } = await openPage()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(site.baseUrl))
      foreign.push(request.url())
  })
  await page.goto(site.baseUrl)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.locator('#localsearch-input').fill('IdempotencyConflictError')
  await page.locator('#localsearch-list a').first().click()
  await page.getByRole('heading', { name: 'IdempotencyConflictError' }).waitFor()
  expect(foreign).toEqual([])
})

/** What each program of the playground prints, how many events its receiver then handles, and the statuses that it answers. */
const presets: readonly [name: string, output: RegExp, handled: number, answers: Record<string, number>][] = [
  ['Send', /^created evt_\w+\n$/, 1, { 204: 1 }],
  ['Retry after a 503', /^created evt_\w+ in 2 attempts\n$/, 1, { 204: 1 }],
  ['Duplicates', /^the same event: true\n$/, 1, { 204: 2 }],
  ['Wrong signature', /^created evt_\w+\n$/, 1, { 204: 1, 400: 1 }],
  ['Page through', /^first page: 20 more: true\nall pages: 45\n$/, 45, { 204: 45 }],
  ['Rate limit', /^(again, because of: .*429.*\n)+created 12\n$/, 12, { 204: 12 }],
]

/** The events that the receiver has handled, and how often it has answered each status. */
function told(text: string) {
  const answers: Record<string, number> = {}
  for (const [, status = ''] of text.matchAll(/^answered (\d+)/gm))
    answers[status] = (answers[status] ?? 0) + 1
  return { handled: new Set(text.match(/^verified and handled .*$/gm)).size, answers }
}

inChromium('the playground sends, verifies and shows what each of its programs says', async () => {
  const { page } = await openPage({ mayComplain: /no-match/ })
  await page.goto(site.baseUrl)
  const first = await kilobytes(page)
  expect(first).toBeLessThan(150)
  await page.getByRole('button', { name: 'Open the playground' }).click()
  await page.getByRole('button', { name: 'Run' }).waitFor()
  expect((await kilobytes(page)) - first).toBeLessThan(220)
  const text = async (name: string) => (await page.locator(`.playground .${name}`).textContent()) ?? ''
  for (const [name, output, handled, answers] of presets) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => text('output'), { interval: 50 }).toBe('')
    await page.getByRole('button', { name: 'Run' }).click()
    await expect.poll(() => text('output'), { interval: 50 }).toMatch(output)
    await expect
      .poll(async () => told(await text('receiver')), { interval: 50 })
      .toEqual({ handled, answers })
    await page.locator('.inspector .row', { hasText: 'order.paid' }).first().waitFor()
  }
  expect(await violations(page, 'playground')).toEqual([])

  // A reader's own program, with a mistake.
  await page.getByRole('textbox', { name: 'Program' }).fill("import { x } from 'other'")
  await page.getByRole('button', { name: 'Run' }).click()
  await expect.poll(() => text('output')).toContain('The playground has no package other.')
})
