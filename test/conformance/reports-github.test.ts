import { expect, test } from 'vitest'
import { reportToAnnotations, reportToBadge, reportToMarkdown } from '@event-delivery/conformance'
import { hostile, reportOf } from './report-sample'

/** Texts by which a service could steer a job of GitHub Actions, or a reader of a pull request. */
const orders = [
  '\n::error::forged',
  '\r::set-output name=a::b',
  '%0A::error::forged',
  '\n##[error]forged',
  '@everyone',
  '[click](https://evil.example)',
  '| a | b |',
  '<img src=x>',
  '```\ncode',
  'https://evil.example',
]

test('each broken rule is one annotation, and no text of a service becomes another', () => {
  for (const order of [...orders, hostile]) {
    const lines = reportToAnnotations(reportOf(order))
    expect(lines.join('\n').split(/\r|\n/)).toHaveLength(lines.length)
    for (const line of lines) expect(line).toMatch(/^::(error|warning) title=[^:,]*::[^\r\n]*$/)
    expect(lines.filter((line) => line.startsWith('::error title=EV-3 '))).toHaveLength(1)
  }
})

test('a text that holds an escape of GitHub keeps it as a text', () => {
  const [, line = ''] = reportToAnnotations(reportOf('100%0A::error::forged'))
  expect(line).toContain('100%250A')
})

test('more findings than GitHub shows end in a line that says how many are left', () => {
  const report = reportOf('harmless')
  const [first] = report.checks
  const failed = Array.from({ length: 25 }, (_, index) => ({
    ...(first as NonNullable<typeof first>),
    id: `check-${index}`,
    violates: [`XX-${index}`],
  }))
  const lines = reportToAnnotations({ ...report, error: undefined, checks: failed })
  expect(lines).toHaveLength(10)
  expect(lines.at(-1)).toBe('::error title=16 more::The report has all findings.')
})

test('the summary says the verdict, each broken rule once, and what could not be judged', () => {
  const text = reportToMarkdown(reportOf('harmless'))
  expect(text).toMatch(/^### Event delivery: non-conformant$/m)
  expect(text).toMatch(/^\| failed \| EV-3 \| .* \| .*harmless \(`create-event`\) \|$/m)
  expect(text).toMatch(/^- harmless \(1 check\) To have it judged: `--receiver-url`$/m)
})

test('no text of a service is read as Markdown', () => {
  const shape = (text: string) =>
    reportToMarkdown(reportOf(text))
      .split('\n')
      .map((line) => line.split(/(?<!\\)\|/).length)
  const plain = shape('harmless')
  for (const order of [...orders, hostile]) {
    expect(shape(order)).toEqual(plain)
    const text = reportToMarkdown(reportOf(order))
    expect(text).not.toMatch(/@|<[a-z]|(?<!\\)\]\(|:\/\/evil|```/)
  }
})

test('a text of a megabyte leaves the summary short', () => {
  expect(reportToMarkdown(reportOf('x'.repeat(1_000_000))).length).toBeLessThan(10_000)
})

test('the badge names the verdict and the rules that were judged, in words as well', () => {
  const report = reportOf('harmless')
  const { judged, total } = report.summary.coverage
  const badge = reportToBadge(report)
  expect(badge).toContain(`aria-label="event delivery: non-conformant ${judged}/${total} rules judged"`)
  expect(badge).toContain(`>non-conformant ${judged}/${total}</text>`)
  expect(reportToBadge({ ...report, verdict: 'conformant' })).not.toBe(badge)

  // Any font is pressed into the length of a text, so the words fit where that length does.
  const middles = (pattern: RegExp) =>
    [...badge.matchAll(pattern)].map(([, start = 0, length]) => Number(start) + Number(length) / 2)
  const grounds = middles(/<rect(?: x="([\d.]+)")? width="([\d.]+)" height="20" fill/g)
  expect(middles(/<text x="([\d.]+)" y="14" textLength="([\d.]+)"/g)).toEqual(grounds)
  expect(grounds).toHaveLength(2)
})
