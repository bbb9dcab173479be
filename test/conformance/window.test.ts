import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createClock } from '@event-delivery/mock'
import { makeFolder } from '../support/folder'
import { callCommand } from './command'
import { startService } from './service'

const clock = createClock({ now: Date.now() })
const folder = await makeFolder(afterAll)
const { flags } = await startService({ clock })
const file = join(folder, 'planted.json')
await command('--plant', file)

interface Planted {
  plantedAt: string
  plants: { mode: string }[]
}

function command(...args: string[]) {
  return callCommand([...flags, '--mode', 'full', '--only', 'idempotency-24-hours', ...args])
}

/** The path of a copy that seems to have been written so many hours ago. */
async function aged(hours: number): Promise<string> {
  const planted = JSON.parse(await readFile(file, 'utf8')) as Planted
  const path = join(folder, `aged-${hours}.json`)
  const plantedAt = new Date(Date.parse(planted.plantedAt) - hours * 3_600_000).toISOString()
  await writeFile(path, JSON.stringify({ ...planted, plantedAt }))
  return path
}

test('what is planted holds an event of each mode and no API key', async () => {
  const text = await readFile(file, 'utf8')
  expect((JSON.parse(text) as Planted).plants.map(({ mode }) => mode)).toEqual(['test', 'live'])
  expect(text).not.toMatch(/sk_(live|test)_/)
})

test('before 20 hours are over the second run cannot judge, and says from when on it can', async () => {
  const { status, out } = await command('--verify', await aged(19))
  expect(status).toBe(3)
  expect(out).toMatch(/It is too early: \d{4}-\d\d-\d\dT\d\d:\d\dZ is 20 hours after/)
})

test('a key that is remembered passes, one that is forgotten fails, and later neither is judged', async () => {
  const [judged, late] = [await aged(21), await aged(26)]
  const remembered = await command('--verify', judged)
  expect(remembered.status, remembered.out).toBe(0)

  await clock.advance(25 * 3_600_000)
  const forgotten = await command('--verify', judged)
  expect(forgotten.status).toBe(1)
  expect(forgotten.out).toContain('EV-11: The key was forgotten before 24 hours were over.')

  const observed = await command('--verify', late)
  expect(observed.status, observed.out).toBe(3)
  expect(observed.out).toContain('After 26.0 hours: forgotten')
})

test('a file of another deployment, or of something else, is refused', async () => {
  const [other, wrong] = [join(folder, 'other.json'), join(folder, 'wrong.json')]
  await writeFile(
    other,
    JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), baseUrl: 'https://a.example' }),
  )
  await writeFile(wrong, '{}')
  expect((await command('--verify', other)).err).toContain('is of https://a.example')
  expect((await command('--verify', wrong)).err).toContain('was not written by --plant')
  expect((await command('--verify', wrong, '--plant', file)).err).toContain('belong to different runs')
})
