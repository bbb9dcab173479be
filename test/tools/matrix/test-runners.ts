import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tally } from './cases'
import { type Installation, tarballsOf } from './installation'
import type { Runtime } from './runtimes'

/** A file that mounts the packed suite on the packed mock, in the test runner that `testModule` is imported from. */
const mountedOn = (testModule: string) => `import { describe, test } from '${testModule}'
import { register } from '@event-delivery/conformance'
import { createBackend } from '@event-delivery/mock'

const backend = createBackend()
register({ describe, test }, {
  baseUrl: 'https://events.example',
  fetch: (url, init) => backend.fetch(new Request(url, init)),
  keys: { live: 'sk_live_mock', test: 'sk_test_mock' },
})
`

interface JestResults {
  numPassedTests: number
  numTotalTests: number
  testResults: { message: string }[]
}

/** A test runner that `register` is promised to fit. Vitest runs the contract tests of this repository, and is not here. */
function testRunner(
  name: string,
  packages: string[],
  testModule: string,
  read: (installation: Installation, file: string) => Promise<Tally>,
): Runtime {
  return {
    name,
    async run(installation) {
      await installation.add(...(await tarballsOf()), ...packages)
      const file = 'contract.test.mjs'
      await writeFile(join(installation.folder, file), mountedOn(testModule))
      return read(installation, file)
    },
  }
}

const jest = testRunner('register in Jest 30', ['jest@30'], '@jest/globals', async ({ run }, file) => {
  const config = JSON.stringify({ testMatch: [`**/${file}`], transform: {} })
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const args = ['node_modules/jest/bin/jest.js', '--json', '--forceExit', '--config', config]
  const printed = await run(process.execPath, [...options, ...args])
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(printed) as JestResults
  const failures = numPassedTests < numTotalTests ? testResults.map(({ message }) => message) : []
  return { passed: numPassedTests, of: numTotalTests, failures }
})

const nodeTest = testRunner('register in node:test', [], 'node:test', async ({ run }, file) => {
  const printed = await run(process.execPath, ['--test', '--test-reporter=tap', file])
  const count = (word: string) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(printed)?.[1])
  return { passed: count('pass') + count('skipped'), of: count('tests'), failures: [] }
})

/** Every test runner but vitest. */
export const testRunners: readonly Runtime[] = [jest, nodeTest]
