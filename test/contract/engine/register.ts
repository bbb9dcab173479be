import { checks as allChecks } from '../checks/index'
import { chapters } from '../../../generated/rules'
import { openRun, type Run } from './run'
import type { Check } from './check'
import type { CheckResult, Report } from './report'
import type { RunOptions } from './options'
import type { Target } from './target'

/**
 * What `register` needs of a test runner. Those of vitest, Jest and `node:test` fit.
 *
 * @example
 * import { describe, test } from 'vitest'
 * const runner: TestRunner = { describe, test }
 */
export interface TestRunner {
  describe: (name: string, body: () => void) => unknown
  test: (name: string, body: (context: unknown) => Promise<void>, timeout?: number) => unknown
}

/**
 * How checks are mounted as tests.
 *
 * @example
 * const options: RegisterOptions = { mode: 'full', onReport: ({ verdict }) => console.log(verdict) }
 */
export interface RegisterOptions extends RunOptions {
  /** The checks to mount. All of them unless given. */
  checks?: readonly Check[]
  /** Passes a check that could not run. It fails unless this is set. */
  allowCouldNotRun?: boolean
  /** Called with the report once all is over. */
  onReport?: (report: Report) => void
}

/**
 * Mounts each check as a test, by chapter of the interface. A check that fails or could not run fails its test;
 * what is not applicable is skipped with its reason. The last test deletes what the run created.
 *
 * @example
 * import { describe, test } from 'vitest'
 * register({ describe, test }, { baseUrl, keys: { live, test: testKey } }, { mode: 'full' })
 */
export function register(
  { describe, test }: TestRunner,
  target: Target | (() => Target | Promise<Target>),
  options: RegisterOptions = {},
): void {
  let opened: Promise<Run> | undefined
  const run = () =>
    (opened ??= Promise.resolve(typeof target === 'function' ? target() : target).then((one) =>
      openRun(one, options),
    ))
  const seconds = (check: Check) => 2 * (check.timeLimit ?? 30_000) + 60_000

  for (const [chapter, mounted] of byChapter(options.checks ?? allChecks)) {
    describe(chapter, () => {
      for (const check of mounted) {
        const body = async (context: unknown) => {
          const result = await (await run()).execute(check)
          settle(result, context, options.allowCouldNotRun ?? false)
        }
        test(`${check.title} (${check.rules.join(', ')}, ${check.id})`, body, seconds(check))
      }
    })
  }
  const body = async () => {
    const report = await (await run()).finish()
    options.onReport?.(report)
    const broken = report.checks.find(
      ({ id, status }) => id === 'answers-fit-the-document' && status === 'failed',
    )
    if (broken) throw new Error(explain(broken))
    if (report.error !== undefined) throw new Error(report.error)
  }
  describe('The run', () => void test('cleans up, and every answer fitted the document', body, 60_000))
}

/** The chapter of the interface to which a check's first rule belongs. */
export function chapterOf(rules: readonly string[]): string {
  return chapters[rules[0]?.split('-')[0] ?? ''] ?? 'Open questions'
}

function byChapter(checks: readonly Check[]): Map<string, Check[]> {
  const all = new Map<string, Check[]>()
  for (const check of checks) {
    const chapter = chapterOf(check.rules)
    all.set(chapter, [...(all.get(chapter) ?? []), check])
  }
  return all
}

function settle(result: CheckResult, context: unknown, allowCouldNotRun: boolean): void {
  const { status } = result
  if (status === 'failed' || status === 'errored') throw new Error(explain(result))
  if (status === 'could-not-run' && !allowCouldNotRun) throw new Error(explain(result))
  if (status !== 'not-applicable' && status !== 'could-not-run') return
  const { skip } = (context ?? {}) as { skip?: (reason: string) => void }
  if (typeof skip === 'function') skip.call(context, result.message)
}

/**
 * A result as text: what is wrong, what the rule wants, what came, what was sent.
 *
 * @example
 * for (const result of report.checks) if (result.status === 'failed') console.error(explain(result))
 */
export function explain(result: CheckResult): string {
  const lines = [`${result.status}: ${result.message}`]
  if (result.expected !== undefined) lines.push(`wanted:   ${result.expected}`)
  if (result.received !== undefined) lines.push(`received: ${result.received}`)
  const exchange = result.evidence.filter((one) => 'request' in one).at(-1)
  if (exchange) {
    lines.push(`sent:     ${exchange.request}`)
    if (exchange.response) lines.push(`answer:   ${exchange.response.status} ${exchange.response.body}`)
    else if (exchange.failure) lines.push(`answer:   none, ${exchange.failure}`)
  }
  const last = result.evidence.at(-1)
  if (last && 'delivery' in last) {
    lines.push(`delivery: ${last.delivery.method} ${last.delivery.path} ${last.delivery.body}`)
  }
  if (result.remedy !== undefined) lines.push(`judged by: ${result.remedy}`)
  return lines.join('\n')
}
