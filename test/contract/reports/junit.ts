import XMLBuilder from 'fast-xml-builder'
import { chapterOf, groupBy } from '../engine/group-by'
import { explain } from './explain'
import { inert, oneLine } from './inert'
import type { CheckResult, Report } from '../engine/report'

type Attributes = Readonly<Record<string, string>>

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
  // Otherwise an attribute whose value is "true" would lose it.
  suppressBooleanAttributes: false,
})

/**
 * Writes a report as JUnit XML, a suite for each chapter of the interface. A failed check is a failure, one that could
 * not run an error, one that is not applicable skipped with its reason. Warnings and observations pass, with their text.
 *
 * @example
 * await writeFile('report.xml', reportToJUnit(await runChecks(target, checks)))
 */
export function reportToJUnit(report: Report): string {
  const chapters = groupBy(report.checks, ({ rules }) => chapterOf(rules))
  const suites: object[] = [...chapters].map(([chapter, results]) => suite(chapter, results, report))
  if (report.error !== undefined) suites.push(failedRun(report.error, report))
  const { tests, failures, errors } = countsOf(report.checks, report.error === undefined ? 0 : 1)
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      ...attributes({ name: 'event-delivery-conformance', time: toSeconds(report.durationMs) }),
      // The usual schema knows no count of skipped tests in the root.
      ...attributes({ tests, failures, errors }),
      testsuite: suites,
    },
  })
}

function suite(name: string, results: readonly CheckResult[], { target, mode, startedAt, suite }: Report) {
  const time = results.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const properties = { 'base-url': target.baseUrl, mode, suite: suite.version }
  const property = Object.entries(properties).map(([name, value]) => attributes({ name, value }))
  return {
    ...attributes({ name, timestamp: startedAt, time: toSeconds(time), ...countsOf(results) }),
    properties: { property },
    testcase: results.map((result) => testCase(name, result)),
  }
}

function testCase(chapter: string, result: CheckResult) {
  const { id, title, rules, status, durationMs, message } = result
  const name = `${title} (${[...rules, id].join(', ')})`
  const head = attributes({ name, classname: chapter, time: toSeconds(durationMs) })
  const reason = { ...attributes({ message }), '#text': inert(explain(result)) }
  if (status === 'failed') return { ...head, failure: { ...attributes({ type: 'failed' }), ...reason } }
  if (status === 'could-not-run' || status === 'errored')
    return { ...head, error: { ...attributes({ type: status }), ...reason } }
  if (status === 'not-applicable') {
    const remedy = result.remedy === undefined ? '' : ` Judged by: ${result.remedy}`
    return { ...head, skipped: attributes({ message: message + remedy }) }
  }
  return message === '' ? head : { ...head, 'system-out': inert(oneLine(`${status}: ${message}`)) }
}

/** A suite for the run itself, whose error no check may show. */
function failedRun(error: string, { startedAt }: Report) {
  return {
    ...attributes({ name: 'The run', timestamp: startedAt, time: '0', ...countsOf([], 1) }),
    testcase: [
      {
        ...attributes({ name: 'the run is made and cleans up', classname: 'The run', time: '0' }),
        error: { ...attributes({ type: 'error', message: error }), '#text': inert(oneLine(error)) },
      },
    ],
  }
}

function countsOf(results: readonly CheckResult[], more = 0) {
  const count = (...statuses: CheckResult['status'][]) =>
    results.filter(({ status }) => statuses.includes(status)).length
  return {
    tests: String(results.length + more),
    failures: String(count('failed')),
    errors: String(count('could-not-run', 'errored') + more),
    skipped: String(count('not-applicable')),
  }
}

function attributes(all: Attributes): Record<string, string> {
  // An XML parser reads a line break within an attribute as a blank.
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [`@${name}`, inert(value).replace(/\s+/g, ' ')]),
  )
}

function toSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
