import { checks as allChecks } from './checks/index'
import { chapterOf, groupBy } from './engine/group-by'
import { explain } from './reports/explain'
import { openRun, type Run } from './engine/run'
import { usualTimeLimit, type Check } from './engine/check'
import type { CheckResult, Report } from './engine/report'
import type { RunOptions } from './engine/options'
import type { Status } from './engine/vocabulary'
import type { Target } from './engine/target'

/**
 * The functions of a test runner that `register` calls. Those of vitest, Jest and `node:test` fit.
 *
 * @example
 * import { describe, test } from 'vitest'
 * const runner: TestRunner = { describe, test }
 */
export interface TestRunner {
  describe: (name: string, body: () => void) => unknown
  /** The body rejects when the check failed. `timeout` is in milliseconds. */
  test: (name: string, body: (context: unknown) => Promise<void>, timeout?: number) => unknown
}

/**
 * Options of `register`.
 *
 * @example
 * const options: RegisterOptions = { mode: 'full', onReport: ({ verdict }) => console.log(verdict) }
 */
export interface RegisterOptions extends RunOptions {
  /** The checks to mount. All of them unless given. */
  checks?: readonly Check[]
  /** Lets the test of a check that could not run pass. It fails unless this is set. */
  allowCouldNotRun?: boolean
  /** Called with the report once all is over. */
  onReport?: (report: Report) => void
}

/** Milliseconds that the runner gives to the end of a run, and to each test above its own time. */
const cleanUpTime = 60_000

/**
 * Mounts each check as a test, by chapter of the interface. A check that fails or could not run fails its test;
 * what is not applicable is skipped with its reason. The last test deletes what the run created, and fails for what only
 * the whole run shows.
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
  const { checks = allChecks } = options
  // The difference that a test of its own has told already.
  const told = new Map<string, Status>()

  for (const [chapter, inChapter] of groupBy(checks, ({ rules }) => chapterOf(rules))) {
    describe(chapter, () => {
      for (const check of inChapter) {
        // Without a parameter of its own: Jest takes one for a callback, and would wait for the call.
        const body = async (...[context]: unknown[]) => {
          const result = await (await run()).execute(check)
          told.set(check.id, result.status)
          settle(result, context, options.allowCouldNotRun ?? false)
        }
        test(
          `${check.title} (${check.rules.join(', ')}, ${check.id})`,
          body,
          2 * (check.timeLimit ?? usualTimeLimit) + cleanUpTime,
        )
      }
    })
  }
  const body = async () => {
    const report = await (await run()).finish()
    options.onReport?.(report)
    const unsaid = report.checks.find(({ id, status }) => status === 'failed' && told.get(id) !== 'failed')
    if (unsaid) throw new Error(explain(unsaid))
    if (report.error !== undefined) throw new Error(report.error)
  }
  describe('The run', () => void test('cleans up, and every answer fitted the document', body, cleanUpTime))
}

function settle(result: CheckResult, context: unknown, allowCouldNotRun: boolean): void {
  const { status } = result
  if (status === 'failed' || status === 'errored') throw new Error(explain(result))
  if (status === 'could-not-run' && !allowCouldNotRun) throw new Error(explain(result))
  if (status !== 'not-applicable' && status !== 'could-not-run') return
  const { skip } = (context ?? {}) as { skip?: (reason: string) => void }
  if (typeof skip === 'function') skip.call(context, result.message)
}
