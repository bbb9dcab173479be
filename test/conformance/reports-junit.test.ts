import { expect, test } from 'vitest'
import { checks, explain, reportToJUnit, runChecks } from '@event-delivery/conformance'
import { hostile, reportOf } from './report-sample'
import { createTarget } from '../support/backend'

interface Element {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Reads the part of XML that a report needs, and throws at anything that is not well-formed. */
function parse(xml: string): Element {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml))
    throw new Error('no XML character')
  const text = (written: string) =>
    written.replace(/&([^;\s]*);?/g, (all, name: string) => {
      if (!all.endsWith(';') || !(name in entities)) throw new Error(`no entity: ${all}`)
      return entities[name] ?? ''
    })
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const tokens = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>/, '').match(/<[^>]*>|[^<]+/g) ?? []
  for (const token of tokens) {
    const parent = open.at(-1) ?? root
    const tag = /^<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>$/.exec(token)
    if (!tag && token.startsWith('<')) throw new Error(`no tag: ${token}`)
    if (!tag) parent.text += text(token)
    else if (tag[1]) {
      if (open.pop()?.name !== tag[2]) throw new Error(`closed too early: ${token}`)
    } else {
      const attributes = Object.fromEntries(
        [...(tag[3] ?? '').matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
          name,
          text(value ?? ''),
        ]),
      ) as Record<string, string>
      const element = { name: tag[2] ?? '', attributes, text: '', children: [] }
      parent.children.push(element)
      if (!tag[4]) open.push(element)
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('not one root')
  return root.children[0] as Element
}

function casesOf(xml: string): Map<string, Element> {
  const cases = parse(xml).children.flatMap((suite) =>
    suite.children.filter(({ name }) => name === 'testcase'),
  )
  return new Map(cases.map((one) => [one.attributes.name ?? '', one]))
}

test('the document is XML whatever bytes a service sent', () => {
  const cases = casesOf(reportToJUnit(reportOf(hostile)))
  const [failure] = cases.get('a type and a payload make an event (EV-3, EV-7, create-event)')?.children ?? []
  expect(failure?.text).toContain(`curl -i '</pre></title><script>alert(1)</script>`)
  expect(failure?.text).toContain('\\u0000\\u001b\\u202e\\ufffe\\ud800')
})

test('text that a careless writer takes for something else stays text', () => {
  for (const text of ['true', ']]>', '&amp;', '<!--', '', 'a\n\tb']) {
    const cases = casesOf(reportToJUnit(reportOf(text)))
    const [skipped] = cases.get('title of expired-key (AU-1, expired-key)')?.children ?? []
    expect(skipped?.attributes.message).toBe(`${text.replace(/\s+/g, ' ')} Judged by: --expired-key KEY`)
  }
})

test('could not run is an error, not applicable is skipped with its reason, the rest passes', () => {
  const cases = casesOf(reportToJUnit(reportOf('so it is')))
  const kindOf = ({ name, attributes: { type } }: Element) => (type === undefined ? name : `${name} ${type}`)
  const kinds = [...cases].map(([name, { children }]) => [name, children.map(kindOf).join()])
  expect(kinds).toEqual([
    ['a type and a payload make an event (EV-3, EV-7, create-event)', 'failure failed'],
    ['title of event-id (EV-12, event-id)', ''],
    ['title of empty-type (OQ-32, empty-type)', 'system-out'],
    ['title of expired-key (AU-1, expired-key)', 'skipped'],
    ['title of deliver (DL-1, deliver)', 'error could-not-run'],
    ['title of list (PG-1, list)', 'error errored'],
    ['the run is made and cleans up', 'error error'],
  ])
})

test('each check has its time, each suite its counts', () => {
  const root = parse(reportToJUnit(reportOf('so it is')))
  const counts = { tests: '7', failures: '1', errors: '3', time: '2.345' }
  // The schema of Jenkins refuses any other attribute.
  expect(root.attributes).toEqual({ name: 'event-delivery-conformance', ...counts })
  const [creating] = root.children
  expect(creating?.attributes).toMatchObject({
    name: 'Creating events',
    tests: '2',
    failures: '1',
    time: '1.507',
  })
  const sum = (name: string) =>
    root.children.reduce((total, { attributes }) => total + Number(attributes[name]), 0)
  expect([sum('tests'), sum('failures'), sum('errors'), sum('skipped')]).toEqual([7, 1, 3, 1])
})

test('a healthy run has no failure and no error, and a case for every check', async () => {
  const root = parse(reportToJUnit(await runChecks(createTarget(), checks, { mode: 'read-only' })))
  expect(root.attributes).toMatchObject({ tests: String(checks.length), failures: '0', errors: '0' })
})

test('a result is explained by what is wrong, what was wanted, what came, and the request that shows it', () => {
  const failed = {
    ...reportOf('odd').checks[0]!,
    difference: 'at 1',
    restsOn: 'Fields',
    remedy: '--mode full',
  }
  const said = ['failed: EV-3: odd', 'differs:  at 1', 'wanted:   odd', 'received: odd', 'clause:   Fields']
  const asked = ["sent:     curl -i 'odd'", 'answer:   none, odd', 'delivery: POST /odd odd']
  expect(explain(failed).split('\n')).toEqual([...said, ...asked, 'judged by: --mode full'])
  const answered = explain({ ...failed, evidence: failed.evidence.slice(0, 1), violates: undefined })
  expect(answered).toMatch(
    /odd\nsent: {5}curl -i 'odd'\nanswer: {3}201 {"odd":"odd"}\njudged by: --mode full$/,
  )
})
