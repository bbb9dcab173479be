import { expect, test } from 'vitest'
import {
  explain,
  NotApplicable,
  reportToAnnotations,
  reportToHtml,
  reportToMarkdown,
  runChecks,
  Violation,
  type Report,
} from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { conclusion } from '../contract/command/terminal'
import { showSides } from '../contract/engine/difference'
import { whereOffered, wherePossible } from '../contract/probes/expect'
import { mutantOf } from '../mutants/find'
import { together, type Breakage } from '../support/breakage'
import { createTarget } from '../support/backend'
import { madeUp, named, ofRules } from '../support/judged'
import { callCommand } from './command'
import { startService } from './service'

const differenceOf = (expected: unknown, received: unknown) =>
  showSides(expected, received, (text) => text.replaceAll('secret', '<hidden>'))
const long = 'x'.repeat(9_000)

test.each<[unknown, unknown, string]>([
  [{ data: { spaces: '  a  ' } }, { data: { spaces: 'a' } }, 'data.spaces: "  a  " became "a"'],
  [{ a: 1, b: { c: null } }, { b: {}, a: 1 }, 'b.c: null is missing'],
  [{ a: 1 }, { a: 1, b: 2 }, 'b: 2 was added'],
  [{ list: ['a', 'b'] }, { list: ['a', 'c', 'd'] }, 'list[1]: "b" became "c"'],
  [{ n: 1 }, { n: '1' }, 'n: 1 became "1"'],
  [{ long, t: 'secret' }, { long, t: 'secret!' }, 't: "<hidden>" became "<hidden>!"'],
])('%j and %j differ at the first point that is another', (expected, received, difference) => {
  expect(differenceOf(expected, received).difference).toBe(difference)
})

test.each([
  ['objects', { long, text: `${long}  a` }, { long, text: `${long} a` }],
  ['texts', `${long}  a`, `${long} a`],
])('two long %s are both shown where they differ, and neither is cut before', (_, one, other) => {
  const { expected, received } = differenceOf(one, other)
  expect(expected).toMatch(/^….*x {2}a"?$/)
  expect(received).toMatch(/^….*x a"?$/)
})

test('what the rule wants in words has no first difference to what came', () => {
  expect(differenceOf('a 2xx', '404')).toEqual({ expected: 'a 2xx', received: '404' })
})

/** A service that breaks what each of these mutants breaks. */
function composed(...ids: readonly string[]): Breakage {
  return together(ids.map((id) => mutantOf(id).break))
}

const broken = createTarget({}, composed('stored-data-trimmed-at-its-start', 'one-item-more'))
const report = await runChecks(broken, ofRules(/^(EV-10|EV-3|EV-8|PG-)/), { mode: 'full' })
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const failed = report.checks.filter(({ status }) => status === 'failed')

test('two causes make two findings in page, summary, terminal and annotations, however many checks show them', () => {
  expect(failed.length).toBeGreaterThan(3)
  expect(count(reportToHtml(report), /<article class="card finding bad"/g)).toBe(2)
  expect(count(reportToMarkdown(report), /^\| failed \|/gm)).toBe(2)
  expect(reportToAnnotations(report)).toHaveLength(2)
  const text = conclusion(report, (id) => `again ${id}`)
  expect(count(text, /^ {2}sent: /gm)).toBe(2)
  expect(text).toMatch(/^ {2}also by: {2}\S+: EV-10: /m)
})

test('the head of the page and the last lines of a run name each broken rule in plain words', () => {
  const [head = ''] = reportToHtml(report).split('</header>')
  const last = conclusion(report, () => '')
    .split('\n')
    .slice(-5)
    .join('\n')
  for (const id of ['EV-10', 'PG-2']) {
    const words = rules.find((rule) => rule.id === id)!.rule
    expect(head).toContain(`<span class="badge">${id}</span>`)
    expect(last).toContain(`  ${id}  ${words}\n`)
  }
})

test('every page links each check that found something to where it stands', () => {
  const page = reportToHtml(report)
  const targets = [...page.matchAll(/href="#(check-[\w-]+)"/g)].map(([, id]) => id)
  expect(targets.filter((id) => count(page, new RegExp(`id="${id}"`, 'g')) !== 1)).toEqual([])
  for (const { id } of failed) expect(targets).toContain(`check-${id}`)
})

test('a finding says in text what differs, on which clause it rests and how to send the request again', () => {
  const text = explain(failed.find(({ difference }) => difference !== undefined)!)
  expect(text).toMatch(/^differs: {2}data\.\S+: " .*" became "/m)
  expect(text).toMatch(/^clause: {3}\S/m)
  expect(text).toMatch(/^sent: {5}curl -i -X /m)
})

test('checks that blame nothing in common stay findings of their own', async () => {
  const blaming = (id: string, rule: string, received: unknown) =>
    madeUp(() => Promise.reject(new Violation(rule, 'odd', { expected: { a: 1 }, received })), { id })
  const all = [blaming('a', 'PG-1', { a: 2 }), blaming('b', 'PG-3', { a: 3 }), blaming('c', 'PG-5', { a: 2 })]
  const two: Report = await runChecks(createTarget(), all, { mode: 'read-only' })
  expect(count(reportToMarkdown(two), /^\| failed \|/gm)).toBe(2)
  expect(reportToMarkdown(two)).toMatch(/a: 1 became 2 \(`a` and 1 more check\)/)
  // The sentence above the findings counts the broken rules, so that each of them is named.
  for (const text of [reportToHtml(two), reportToMarkdown(two)]) {
    expect(text).toContain('3 rules of the interface are broken')
    expect(text).toContain('PG-1, PG-5')
  }
  expect(conclusion(two, () => '')).toMatch(/^Broken:\n {2}PG-1, PG-5 {2}\S.*\n {2}PG-3 {2}\S/m)
})

test('a delivery that is wrong stands with the request that created its event, also where many others follow', async () => {
  const target = createTarget({}, composed('on-delivery-data-trimmed-at-its-end'))
  const { checks } = await runChecks(target, named('deliver-to-every-subscriber'), { mode: 'full' })
  const lines = explain(checks[0]!).split('\n')
  const told = (head: string) =>
    /"mark":"([^"]+)"/.exec(lines.find((line) => line.startsWith(head)) ?? '')?.[1]
  expect(told('sent:')).toBeDefined()
  expect(told('sent:')).toBe(told('delivery:'))
})

test('a run lists what it judged, counts the rest and stays on one screen', async () => {
  const { flags } = await startService()
  const { out } = await callCommand([...flags, '--mode', 'read-only'])
  expect(out).not.toMatch(/^ *\d+\/\d+ {2}- /m)
  expect(out).toMatch(/^\d\d\/\d\d {2}ok +list-envelope$/m)
  expect(out).toMatch(/, \d+ not applicable, /)
  expect(out.split('\n').length).toBeLessThan(50)
})

test('an idempotency key that has no effect in the place that was named is told with what was expected', async () => {
  const idempotency = { in: 'header', name: 'X-Other' } as const
  const options = { mode: 'full', idempotency } as const
  const { checks } = await runChecks(createTarget(), named('idempotency-replay'), options)
  const message = expect.stringContaining('its place was named') as string
  expect(checks).toMatchObject([{ status: 'failed', message, expected: 'the original event' }])
})

test('what is not offered ends no check, and a broken rule ends it', async () => {
  const absent = new NotApplicable('It is not offered.')
  const broken = new Violation('PG-6', 'It is not listed.')
  expect(await whereOffered(Promise.reject(absent))).toBeUndefined()
  await expect(whereOffered(Promise.reject(broken))).rejects.toBe(broken)
  await expect(wherePossible(Promise.reject(broken))).rejects.toBe(broken)
})
