import { expect, test } from 'vitest'
import { checks, reportToPages, runChecks } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { comparisonToHtml } from '../contract/reports/comparison-page'
import { createTarget } from '../support/backend'
import { hostile, reportOf } from './report-sample'

const tags = (page: string) => page.match(/<[a-z/!][^>]*>/gi)?.length

test('each rule has a page, and every link within the folder leads to one', () => {
  const pages = reportToPages(reportOf('harmless'))
  expect([...pages.keys()].sort()).toEqual(
    ['index.html', ...rules.map(({ id }) => `rules/${id}.html`)].sort(),
  )
  expect(pages.get('rules/EV-3.html')).toContain('<summary>2 exchanges, 1 delivery</summary>')
  for (const [path, page] of pages) {
    const targets = [...page.matchAll(/href="([^"#]+)"/g)].map(
      ([, to = '']) => new URL(to, `file:///${path}`).pathname,
    )
    expect(targets.filter((to) => !pages.has(to.slice(1)))).toEqual([])
  }
})

test('the page of a rule shows what was sent and seen also where its checks passed', async () => {
  const made = checks.filter(({ rules }) => rules.includes('EV-2'))
  const pages = reportToPages(await runChecks(createTarget(), made))
  const page = pages.get('rules/EV-2.html') ?? ''
  expect(page).toContain('EV-2 kept')
  expect(page).toMatch(/curl -i -X POST &#39;https:\/\/events\.test\/v1\/events/)
  expect(page).toContain('&quot;code&quot;: &quot;invalid_request&quot;')
})

test('nothing that a service sends becomes markup of a page', () => {
  const harmless = reportToPages(reportOf('harmless'))
  for (const [path, page] of reportToPages(reportOf(hostile))) {
    expect(tags(page)).toBe(tags(harmless.get(path) ?? ''))
    expect(page).not.toMatch(/<script|<img/)
  }
})

test('a comparison shows both sides of each difference, and nothing of them becomes markup', () => {
  const page = (text: string) =>
    comparisonToHtml({ name: 'a.json', detail: text }, { name: 'b.json' }, [
      { group: 'Dialect', name: 'listOrder', before: text, after: 'oldest-first' },
      { group: 'Checks', name: text, before: 'passed', after: 'failed' },
    ])
  expect(page('harmless')).toContain('2 differences')
  expect(page('harmless')).toMatch(/listOrder[\s\S]*harmless[\s\S]*oldest-first/)
  expect(tags(page(hostile))).toBe(tags(page('harmless')))
  expect(comparisonToHtml({ name: 'a' }, { name: 'b' }, [])).toContain('The same')
})
