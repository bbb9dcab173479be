import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The tiers of the tests, each a mode of vitest: `npm test`, `npm run test:more` and `npm run test:soak`. */
type Tier = 'test' | 'more' | 'soak'

/** Which files each tier runs. The ending of a name says its tier; `sized` tests run in the later tiers too, with more cases. */
const files: Record<Tier, string[]> = {
  test: ['test/**/*.test.ts'],
  more: ['test/**/*.more.ts', 'test/**/*.sized*.test.ts'],
  soak: ['test/**/*.soak.ts', 'test/**/*.sized*.{test,more}.ts'],
}

// Tests of the backend in which the store can matter run on PostgreSQL, too.
const stores = ['test/**/*.stores*.{test,more}.ts']

// These tests need what no other file has touched, such as modules that are not loaded yet.
const alone = ['test/**/*.alone.*']

const excluded = ['**/node_modules/**', '**/dist/**']

function projectsOf(tier: Tier) {
  // Files share the processes of the runner: to load all modules anew for each file took most of the time.
  const together = { include: files[tier], exclude: [...excluded, ...alone], isolate: false }
  const apart = {
    include: files[tier].map((name) => name.replace(/(?=\.[^.]+\.ts$)/, '.alone')),
    isolate: true,
  }
  const onPostgres = { include: stores, isolate: false, setupFiles: ['./test/mock/on-postgres-setup.ts'] }
  return [
    { name: tier, ...together },
    { name: `${tier} alone`, ...apart },
    ...(tier === 'more' ? [{ name: 'postgres', ...onPostgres }] : []),
  ].map((project) => ({
    extends: true as const,
    test: { env: { TIER: tier }, ...(tier === 'soak' && { testTimeout: 3 * 3_600_000 }), ...project },
  }))
}

// The files of a guide install packages and build the site, and wait most of their time. Those after them judge many cases.
const longest = [/\/docs\/[^/]+\.more\.ts$/, /\.sized\.|\/mutants\//]

/**
 * Begins with the files that take longest: one of them that began last would keep one worker busy long after the others have ended. Without
 * a former run vitest begins with the largest files, and these are small.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const long = longest.flatMap((name) => sorted.filter(({ moduleId }) => name.test(moduleId)))
    return [...new Set([...long, ...sorted])]
  }
}

export default defineConfig(({ mode }) => ({
  resolve: {
    // Tests run on the sources. Only test/packages and test/tools/matrix test the packed tarballs.
    alias: [
      { find: /^@event-delivery\/sdk$/, replacement: source('src/index.ts') },
      {
        find: /^@event-delivery\/sdk\/(webhooks|testing|otel|outbox|stores)$/,
        replacement: source('src/$1.ts'),
      },
      { find: /^@event-delivery\/mock$/, replacement: source('mock/index.ts') },
      {
        find: /^@event-delivery\/mock\/(inspector|matchers|msw|node|playwright|postgres|testing|vite|vitest)$/,
        replacement: source('mock/$1.ts'),
      },
      { find: /^@event-delivery\/conformance$/, replacement: source('test/contract/index.ts') },
    ],
  },
  test: {
    projects: projectsOf(mode as Tier),
    globalSetup: ['./test/support/postgres-setup.ts', './test/support/chromium-setup.ts'],
    setupFiles: ['canary', 'untracked-promises', 'quick-scrypt', 'quick-stacks'].map(
      (name) => `./test/support/${name}.ts`,
    ),
    exclude: excluded,
    reporters: ['default', './test/support/reporter.ts', './test/support/hang-watch.ts'],
    // A hang is all that these limits are to end: no test depends on how fast the machine is, so no test has its own.
    // Hooks build the site and install packages, which has taken five minutes beside eight busy processes.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000, interval: 5 } },
    // Left alone, vitest keeps one core for itself, which it hardly uses. Tests that wait for a process, a browser or a socket leave a core
    // to more workers than there are cores, each of which loads all modules. On two cores `npm test` took 118 and 128 s with one worker more
    // where it took 123 and 144 s with two. `test:more`, which waits more, took 809 s with two and 891 s with four.
    maxWorkers: availableParallelism() + (mode === 'test' ? 1 : 2),
    sequence: { sequencer: LongestFirst },
    // What was transformed for one tier, or one run, is read again by the next.
    experimental: { fsModuleCache: true },
  },
}))
