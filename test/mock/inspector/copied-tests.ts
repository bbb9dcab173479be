import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs tests in a process of their own, as their reader would. Resolves with how each ended, by the name of its file. */
export async function runTests(files: Record<string, string>): Promise<Record<string, string>> {
  mkdirSync(`${root}reports`, { recursive: true })
  const folder = mkdtempSync(`${root}reports/copied-tests-`)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}.test.ts`, text)
  const find = String.raw`^@event-delivery/(sdk|mock)(?:/([a-z]+))?$`
  const config = `export default {
    resolve: { alias: [{
      find: new RegExp(${JSON.stringify(find)}),
      replacement: '$1/$2',
      customResolver: (path) => ${JSON.stringify(root)} + path.replace(/^sdk/, 'src').replace(/\\/$/, '/index') + '.ts',
    }] },
    test: { reporters: [['json', { outputFile: 'result.json' }]], maxWorkers: 1, isolate: false, testTimeout: 300000 },
  }`
  writeFileSync(`${folder}/vitest.config.mjs`, config)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const report = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [`${root}node_modules/vitest/vitest.mjs`, 'run', '--root', folder],
      { env: { ...env, NODE_ENV: 'test' }, maxBuffer: 2 ** 26 },
      (_error, output, errors) => resolve(output + errors),
    )
  })
  const result = JSON.parse(readFileSync(`${folder}/result.json`, 'utf8')) as {
    testResults: {
      name: string
      status: string
      message: string
      assertionResults: { failureMessages: string[] }[]
    }[]
  }
  expect(result.testResults.length, report).toBe(Object.keys(files).length)
  return Object.fromEntries(
    result.testResults.map(({ name, status, message, assertionResults }) => [
      name.replace(/^.*\/(.*)\.test\.ts$/, '$1'),
      status === 'passed' && assertionResults.length === 1
        ? 'passed'
        : [message, ...assertionResults.flatMap(({ failureMessages }) => failureMessages)].join('\n'),
    ]),
  )
}
