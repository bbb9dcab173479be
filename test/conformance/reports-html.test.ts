import { expect, test } from 'vitest'
import { reportToHtml, runChecks } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { mutantOf } from '../mutants/find'
import { hostile, reportOf } from './report-sample'
import { createTarget } from '../support/backend'
import { ofRules } from '../support/judged'

/** The text of a page, as a reader sees it. */
function read(page: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return page
    .replace(/<style>[\s\S]*<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
}

test('nothing that a service sends becomes markup of the page', () => {
  const count = (page: string) => page.match(/<[a-z/!][^>]*>/gi)?.length
  const page = reportToHtml(reportOf(hostile))
  expect(count(page)).toBe(count(reportToHtml(reportOf('harmless'))))
  expect(page).not.toMatch(/<script|<img|onerror=(?!alert)/)
})

test('bytes that would hide or reverse text are shown as escapes', () => {
  const page = reportToHtml(reportOf(hostile))
  // eslint-disable-next-line no-control-regex
  expect(page).not.toMatch(/[\u0000-\u0008\u001b\u202e\ufffe]/)
  expect(new TextDecoder().decode(new TextEncoder().encode(page))).toBe(page)
  expect(page).toContain('\\u0000\\u001b\\u202e\\ufffe\\ud800')
})

test('the page loads nothing and forbids itself to', () => {
  const page = reportToHtml(reportOf('harmless'))
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(page).not.toMatch(/<(script|link|img|iframe|form)|url\(|@import|\ssrc=/)
  expect([...page.matchAll(/href="([^"]*)"/g)].every(([, link]) => link?.startsWith('#'))).toBe(true)
})

test('a failed check stands with what was sent, what came, what the rule wants and how to run it again', async () => {
  const breakage = mutantOf('missing-type-without-param').break
  const report = await runChecks(createTarget({}, breakage), ofRules(/^EV-2$/), { mode: 'full' })
  const page = read(reportToHtml(report, { rerun: (id) => `again ${id}` }))
  expect(page).toContain('Non-conformant')
  expect(page).toContain('1 rule of the interface is broken, as 3 checks show.')
  expect(page).toContain('EV-2 Without type the answer is 400')
  expect(page).toMatch(/Wanted type Received none Sent curl -i -X POST 'https:\/\/events\.test\/v1\/events'/)
  expect(page).toContain('"code": "invalid_request"')
  expect(page).toContain('Run it again again create-event-missing-type')
  expect(page).not.toContain('sk_live_mock')
})

test('a rule whose check ended at another rule is not called kept', () => {
  const page = reportToHtml(reportOf('harmless'))
  const line = (id: string) => read(page.slice(page.indexOf(`id="rule-${id}"`)).split('</summary>')[0] ?? '')
  expect(line('EV-3')).toMatch(/ broken $/)
  expect(line('EV-7')).toMatch(/ not settled $/)
  expect(line('EV-12')).toMatch(/ kept $/)
  expect(line('AU-1')).toMatch(/ not judged $/)
  expect(line('DL-1')).toMatch(/ could not be judged $/)
})

test('a rule that no check can judge says why', () => {
  const reasons = rules.flatMap(({ unjudged }) => (unjudged === undefined ? [] : [unjudged]))
  const page = read(reportToHtml(reportOf('harmless')))
  expect(reasons.filter((reason) => !page.includes(reason.replaceAll('`', ' ').trim()))).toEqual([])
})

test('what was not judged says how to have it judged', () => {
  const page = read(reportToHtml(reportOf('harmless')))
  expect(page).toContain('could not run harmless To have it judged: --receiver-url deliver')
  expect(page).toContain('not applicable harmless To have it judged: --expired-key KEY expired-key')
})

test('a choice that differs from the reference backend is marked, one that was not seen says so', () => {
  const page = reportToHtml(reportOf('harmless'))
  const row = (field: string) =>
    page
      .slice(0, page.indexOf(`<code>${field}</code>`))
      .split('<tr')
      .at(-1)
  expect(row('createEventStatus')).toContain('class="differs"')
  expect(row('errorCodes')).toContain('class="differs"')
  expect(row('listOrder')).toContain('class=""')
  expect(read(page)).toContain('listOrder not seen newest-first')
})

test('of a choice with parts within parts the page shows these, too', () => {
  const errors = { missingType: { message: 'type is required.' } }
  const page = read(reportToHtml({ ...reportOf('harmless'), dialect: { errors } }))
  expect(page).toContain('missingType: {"message":"type is required."}')
})

test('large numbers of an answer are shown as they came', () => {
  const report = reportOf('harmless')
  const body = '{"n": 12345678901234567890, "n": 1}'
  report.checks[0]?.evidence.push({
    request: 'curl',
    durationMs: 1,
    response: { status: 200, headers: {}, body },
  })
  expect(read(reportToHtml(report))).toContain(body)
})

test('each operation says how many of its rules are kept and broken', () => {
  const page = read(reportToHtml(reportOf('harmless')))
  expect(page).toMatch(/POST \/v1\/events 1 kept 1 broken/)
})

test('a finding names its clause and what that leaves open', () => {
  const report = reportOf('harmless')
  const [first, ...others] = report.checks
  const clause = { restsOn: 'POST /v1/events, response', leavesOpen: 'The status of the success.' }
  const page = read(reportToHtml({ ...report, checks: [{ ...first!, ...clause }, ...others] }))
  expect(page).toContain('Rests on POST /v1/events, response Leaves open The status of the success.')
})
