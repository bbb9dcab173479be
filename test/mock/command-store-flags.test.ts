import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { readOptions } from '../../mock/command/options'
import { retention, shownPlace, storePlace } from '../../mock/command/store-values'
import { UsageError } from '../../mock/command/usage-error'
import { makeFolder } from '../support/folder'

const read = (args: string[], environment = {}) => readOptions(args, environment, () => {})
const server = 'postgres://mock:secret@db.test:5432/mock?sslmode=verify-full'

test.each([
  ['a URL of another database', ['--store', 'mysql://me:secret@db/x'], /--store: .*postgres:\/\/HOST/],
  [
    'a URL that cannot be read',
    ['--store', 'postgres://me:secret@[db/x'],
    /--store: .*postgres:\/\/USER@HOST/,
  ],
  [
    'a retention below the retry horizon',
    ['--store', './d', '--retain', '3d'],
    /3d is too short: .*76 hours/,
  ],
  ['a retention without a unit', ['--store', './d', '--retain', '30'], /h, d or w, such as 30d/],
  ['a retention of nothing', ['--store', './d', '--retain', '0d'], /h, d or w, such as 30d/],
  ['a role that is none', ['--store', server, '--role', 'leader'], /api, worker or all/],
  ['a role without a store', ['--role', 'api'], /--role .*give --store/],
  ['a retention without a store', ['--retain', '30d'], /--retain .*give --store/],
  ['unprepared statements without a store', ['--no-prepare'], /--no-prepare .*give --store/],
  ['a schema that needs quotes', ['--store', server, '--store-schema', 'My data'], /small letters/],
  ['a schema of PostgreSQL itself', ['--store', server, '--store-schema', 'pg_mine'], /pg_ at its beginning/],
  ['a pooler before a folder', ['--store', './d', '--listen-url', server], /--listen-url .*names a folder/],
  ['no prepared statements in a folder', ['--store', './d', '--no-prepare'], /--no-prepare .*names a folder/],
  [
    "a store behind Prism's own mock",
    ['--static', '--store', './d'],
    /'--static' cannot be used with .*--store/,
  ],
])('%s is refused in one line that repeats no password', (_name, args, message) => {
  expect(() => read(args)).toThrow(UsageError)
  expect(() => read(args)).toThrow(message)
  expect(() => read(args)).not.toThrow(/secret|\n/)
})

test('a file is no folder for a store', async () => {
  const file = join(await makeFolder(onTestFinished), 'data')
  await writeFile(file, '')
  expect(() => read(['--store', file])).toThrow(/is a file.*or a folder/)
})

test('without the flag the data lies in memory, and one process does everything', () => {
  expect(read([])).toMatchObject({ store: undefined, role: 'all' })
})

test('a store is read with all that belongs to it, and its key comes from the environment alone', () => {
  const rest = ['--role', 'worker', '--retain', '30d', '--store-schema', 'mock', '--no-prepare']
  const key = 'k'.repeat(32)
  const listenUrl = 'postgresql://db.test/mock'
  const options = read(['--store', server, '--listen-url', listenUrl, ...rest], {
    EVENT_DELIVERY_STORE_KEY: key,
  })
  expect(options).toMatchObject({
    role: 'worker',
    store: {
      place: { kind: 'server', url: server },
      schema: 'mock',
      listenUrl,
      prepare: false,
      retain: 30 * 86_400_000,
      encryptionKey: key,
    },
  })
})

test('a short key is refused by the name of its variable, and is not repeated', () => {
  const readShort = () => read(['--store', './data'], { EVENT_DELIVERY_STORE_KEY: 'short' })
  expect(readShort).toThrow(/^EVENT_DELIVERY_STORE_KEY has fewer than 32 characters\..*openssl/)
  expect(readShort).not.toThrow(/short$/)
})

test('statements are prepared unless the flag says otherwise', () => {
  expect(read(['--store', './data'])).toMatchObject({
    store: { place: { kind: 'folder', folder: './data' }, prepare: true },
  })
})

test.each([
  ['76h', 76],
  ['4d', 96],
  ['2W', 336],
])('--retain %s is %d hours', (written, hours) => {
  expect(retention(written)).toBe(hours * 3_600_000)
})

test('no place is shown with a password, wherever in its URL it stands', () => {
  const word = fc.stringMatching(/^[a-z]{3,8}$/)
  fc.assert(
    fc.property(word, word, fc.stringMatching(/^hidden[a-z0-9]{4,12}$/), (user, host, password) => {
      const shown = [
        `postgres://${user}:${password}@${host}/db`,
        `postgresql://${host}:5433/db?user=${user}&password=${password}`,
        `postgres://${user}@${host}/db?sslpassword=${password}#${password}`,
      ].map((url) => shownPlace(storePlace(url)))
      for (const text of shown) expect(text).not.toContain(password)
      for (const text of shown) expect(text).toContain(host)
    }),
  )
})
