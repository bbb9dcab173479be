import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack } from '../support/pack'
import { root } from '../support/root'

const execute = promisify(execFile)

let folder: string
const api = () => join(folder, 'node_modules/@opentelemetry/api')
const run = (file: string, args: string[]) => execute(file, args, { cwd: folder })

beforeAll(async () => {
  const sdk = (await pack()).find((tarball) => tarball.folder === 'src')
  folder = await mkdtemp(join(tmpdir(), 'event-delivery-otel-'))
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--no-audit', '--no-fund', sdk?.path ?? ''])
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const loads = {
  'an import': ['--input-type=module', "import { instrument } from '@event-delivery/sdk/otel'"],
  'a require': ['--input-type=commonjs', "const { instrument } = require('@event-delivery/sdk/otel')"],
} as const

test.each(Object.entries(loads))(
  'without the API of OpenTelemetry %s of the entry fails with its name, and the SDK brings none',
  async (_, [flag, load]) => {
    await rm(api(), { recursive: true, force: true })
    await expect(run(process.execPath, [flag, '-e', load])).rejects.toMatchObject({
      stderr: expect.stringMatching(/Cannot find (package|module) '@opentelemetry\/api'/) as string,
    })
    const other = load.replace('instrument', 'EventDelivery').replace('/otel', '')
    await run(process.execPath, [flag, '-e', other])
  },
)

test.each(Object.entries(loads))('beside the API of OpenTelemetry %s works', async (_, [flag, load]) => {
  await cp(join(root, 'node_modules/@opentelemetry/api'), api(), { recursive: true })
  const { stdout } = await run(process.execPath, [
    flag,
    '-e',
    `${load}; console.log(Object.keys(instrument()).sort().join())`,
  ])
  expect(stdout.trim()).toBe('end,request,response,retry,retryDenied,send,start,wait')
})
