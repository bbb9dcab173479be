import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { startNode } from '../support/processes'
import { readText, root } from '../support/root'
import { run } from '../support/run'

/** The instructions of the Dockerfile, in order, each with its arguments on one line. */
const instructions = readText('mock/Dockerfile')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ name: line.slice(0, line.indexOf(' ')), value: line.slice(line.indexOf(' ') + 1) }))

const valuesOf = (name: string) => instructions.flatMap((one) => (one.name === name ? [one.value] : []))
/** The words of an instruction in its JSON form. */
const wordsOf = (value: string) => JSON.parse(value.slice(value.indexOf('['))) as string[]

// No container runs here. The test follows the steps in folders of its own. It leaves out `npm ci` of the build stage, which
// made the very build that is tested, and the change of the user.
test('the steps of the Dockerfile lead to a mock that its health check finds healthy', async () => {
  const folder = await makeFolder(onTestFinished)
  const here = (text: string) => text.replace(/(?<=^|\s)\/(packed|app)/g, `${folder}/$1`)
  const steps = valuesOf('RUN')
  expect(steps[0]).toBe('npm ci')
  const env = { ...process.env, npm_config_ignore_scripts: 'true', npm_config_prefer_offline: 'true' }
  for (const step of steps.slice(1)) await run('bash', ['-euc', here(step)], { cwd: root, env })

  const installed = await readdir(join(folder, 'app/node_modules'))
  for (const needed of ['openapi-fetch', 'pg']) expect(installed).toContain(needed)
  for (const optional of ['msw', '@stoplight', 'typescript']) expect(installed).not.toContain(optional)

  const [node, ...entry] = wordsOf(valuesOf('ENTRYPOINT')[0]!)
  expect(node).toBe('node')
  const mock = startNode([...entry, '--port', '0', '--json'], {
    cwd: join(folder, 'app'),
    env: { ...process.env, EVENT_DELIVERY_MOCK_TOKEN: 'token-of-this-test' },
    timeLimit: 300_000,
  })
  onTestFinished(async () => void (await mock.stop()))
  const { port } = new URL((JSON.parse(await mock.firstLine()) as { baseUrl: string }).baseUrl)

  const [health, ...probe] = wordsOf(valuesOf('HEALTHCHECK')[0]!)
  const check = (listening: string) =>
    run(
      health!,
      probe.map((word) => word.replace('4010', listening)),
    ).then(
      () => 'healthy',
      () => 'unhealthy',
    )
  expect(await check(port)).toBe('healthy')
  await mock.stop()
  expect(await check(port)).toBe('unhealthy')
}, 300_000)

test('an image holds neither the history of the repository nor what is built anew', async () => {
  const ignored = readText('.dockerignore').trim().split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', '**/dist']))
})

test('both stages of the image stand on the base that the build is given', () => {
  expect(valuesOf('ARG')).toEqual(['NODE_IMAGE=node:24-slim'])
  expect(valuesOf('FROM').map((base) => base.split(' ')[0])).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}'])
})
