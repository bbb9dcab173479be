import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Ends a run in one plain line, `N passed, N failed, N skipped`, for people and for CI. */
export default class PlainLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      // A module or suite that fails outside its tests (an import, a hook) runs none of them.
      if (module.state() === 'failed' && module.children.size === 0) counts.failed += 1
      counts.failed += [...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === 'pending' ? 'skipped' : state] += 1
      }
    }
    // After vitest's own summary, which the default reporter writes in the same turn.
    setImmediate(() => {
      process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
    })
  }
}
