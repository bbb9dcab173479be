import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// The tests that `npm run test:soak` (mode `soak`) runs, at full length.
const soaked = [
  'test/**/*.soak.ts',
  'test/sdk/abandoned.test.ts',
  'test/sdk/exactly-once.test.ts',
  'test/sdk/pace-gaps.test.ts',
  'test/sdk/kills.test.ts',
  'test/sdk/verify.test.ts',
  'test/mock/hostile.test.ts',
  'test/mock/memory.soak.ts',
  'test/conformance/dialects.test.ts',
  'test/conformance/hostile-table.test.ts',
  'test/conformance/independent.test.ts',
  'test/conformance/kill.test.ts',
  'test/conformance/legal/legal.test.ts',
  'test/conformance/legal/transport.test.ts',
  'test/conformance/repeated.test.ts',
  'test/faces/dialects.test.ts',
  'test/mutants/matrix.test.ts',
]

// The soak's own settings stand with its project: vitest evaluates this file once more for each project, and not in the
// mode of the command.
const lengths = { SOAK_CASES: '100000', SOAK_RUNS: '50' }

/** The tests of the backend, which run both in memory and on PostgreSQL, but for those that the table excepts with a reason. */
function ofBothStores(): string[] {
  const read = (file: string) => readFileSync(source(`test/mock/${file}`), 'utf8')
  const exceptions = JSON.parse(read('on-postgres.json')) as { file: string; title?: string }[]
  return readdirSync(source('test/mock'))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => !exceptions.some((exception) => exception.file === file && !exception.title))
    .map((file) => `test/mock/${file}`)
}

const excluded = ['**/node_modules/**', '**/dist/**']

// Each of these files makes backends of its own and changes nothing else, so that they need no process each: loading all
// modules anew for each of them took most of their time.
const onBothStores = { include: ofBothStores(), isolate: false }

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
    projects:
      mode === 'soak'
        ? [
            {
              extends: true,
              test: { name: 'soak', include: soaked, env: lengths, testTimeout: 3 * 3_600_000 },
            },
          ]
        : [
            {
              extends: true,
              test: {
                name: 'tests',
                include: ['test/**/*.test.ts'],
                exclude: [...excluded, ...ofBothStores()],
              },
            },
            { extends: true, test: { ...onBothStores, name: 'memory' } },
            {
              extends: true,
              test: { ...onBothStores, name: 'postgres', setupFiles: ['./test/mock/on-postgres-setup.ts'] },
            },
          ],
    globalSetup: ['./test/support/postgres-setup.ts'],
    setupFiles: ['./test/support/canary.ts'],
    exclude: excluded,
    reporters: ['default', './test/support/reporter.ts', './test/support/hang-watch.ts'],
    // A hang is all that these limits are to end: no test depends on how fast the machine is, so no test has its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 300_000, interval: 5 } },
    // Left alone, vitest keeps one core for itself, which it hardly uses: on two, tests would run one by one. Many tests wait
    // for a process, a browser or a socket, so that one worker more than there are cores finds time.
    maxWorkers: availableParallelism() + 1,
  },
}))
