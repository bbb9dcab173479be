import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { startNode } from '../support/processes'
import { root } from '../support/root'

const watch = join(root, 'test/support/hang-watch.ts')

/** Runs `files` by vitest in a folder of their own. A run has hung when no test has ended for ten seconds. */
async function runTests(files: Record<string, string>) {
  const folder = await makeFolder(onTestFinished)
  const reporters = [
    'default',
    [watch, { silence: 10_000, ending: 1_000 }],
    ...('stopper.mjs' in files ? [join(folder, 'stopper.mjs')] : []),
  ]
  const config = `export default { test: { globals: true, maxWorkers: 2, reporters: ${JSON.stringify(reporters)} } }`
  for (const [name, text] of Object.entries({ ...files, 'vitest.config.mjs': config })) {
    await writeFile(join(folder, name), text)
  }
  return startNode([join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder]).ended
}

test('a run whose process is busy for ever ends, and names the file', async () => {
  const { status, err } = await runTests({
    'quick.test.js': `test('is quick', () => {})`,
    // As in an endless loop nothing else gets a turn in the process, but the processor is free.
    'busy.test.js': `test('is busy', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))`,
  })
  expect(status).toBe(1)
  expect(err).toMatch(/The run hangs: for 10 s no test has ended\. Not ended are:\n {2}\S*busy\.test\.js\n/)
  expect(err).not.toContain('quick.test.js')
})

test('a run whose tests end goes on as long as it likes', async () => {
  const slow = Array.from(
    { length: 9 },
    (_, index) => `test('${index}', () => new Promise((resolve) => setTimeout(resolve, 1_250)))`,
  )
  const { status, out } = await runTests({ 'slow.test.js': slow.join('\n') })
  expect(out).toContain('9 passed')
  expect(status).toBe(0)
})

test.each([
  ['passed', 'true', 0],
  ['failed', 'false', 1],
])(
  'a run whose process does not say that it ended has the outcome of its tests, which %s',
  async (_, outcome, expected) => {
    const { status, out, err } = await runTests({
      'stopped.test.js': `
        import { writeFileSync } from 'node:fs'
        test('ends', () => {
          writeFileSync(import.meta.dirname + '/pid', String(process.pid))
          expect(${outcome}).toBe(true)
        })
      `,
      // The process of the file waits for an answer to the news that it ended, and never gets that.
      'stopper.mjs': `
        import { readFileSync } from 'node:fs'
        export default class Stopper {
          onTestModuleEnd = () => process.kill(Number(readFileSync(import.meta.dirname + '/pid')), 'SIGSTOP')
        }
      `,
    })
    expect(err).toContain('All files ended 1 s ago, but a process of theirs has not said so')
    expect(out).toContain(expected === 0 ? '1 passed' : '1 failed')
    expect(status).toBe(expected)
  },
)
