import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { readOptions } from '../../mock/command/options'
import { program } from '../../mock/command/program'
import { retention, shownPlace, storePlace } from '../../mock/command/store-values'
import { readCommandLine } from '../../src/core/commands/command-line'
import { UsageError } from '../../src/core/commands/usage-error'
import { makeFolder } from '../support/folder'

function read(words: string | string[], environment = {}) {
  const line = readCommandLine(program, typeof words === 'string' ? words.split(' ') : words, environment)
  if (line.text !== undefined) throw new Error(`The line asks for a text: ${line.text}`)
  return readOptions(line.flags, environment)
}

test('the help has groups and examples, and shows no default that is an empty list', () => {
  const { text: help } = readCommandLine(program, ['--help'], {})
  for (const group of ['Address:', 'Behaviour:', 'Deliveries:', 'Prism:', 'Output:', 'Examples:'])
    expect(help).toContain(`\n${group}\n`)
  expect(help).not.toContain('[]')
  expect(help).toMatch(/\(default:\s+4010\)/)
})

const server = 'postgres://mock:secret@db.test:5432/mock?sslmode=verify-full'

test.each<[line: string | string[], message: RegExp]>([
  ['--prot 1', /^There is no flag --prot\. Did you mean --port\?/],
  ['--kye=sk_live_secret', /There is no flag --kye\. Did you mean --key\?/],
  ['serve', /There is no command serve\./],
  ['sk_live_secret', /belongs to no flag/],
  ['http://localhost:3000/hooks', /Did you mean --webhook\?/],
  ['--plan gold', /none, free, pro or enterprise:N/],
  ['--port 99999', /0 to 65535/],
  ['--port abc', /0 to 65535/],
  ['--dialect /dev/zero', /--dialect \/dev\/zero cannot be read: it holds more than 64 MiB/],
  ['--dialect /no/such/file', /--dialect \/no\/such\/file cannot be read: there is no such file/],
  ['--dialect --tls', /--dialect needs a value: --dialect <file>/],
  [['--seed', ''], /--seed is empty/],
  ['--forward https://shop.example', /written FROM=TO/],
  ['--webhook http://me:secret@localhost/', /no user name and no password/],
  ['--ca package.json', /package\.json holds no certificate/],
  ['--host 0.0.0.0', /not loopback.*EVENT_DELIVERY_MOCK_TOKEN/],
  ['--cert a.pem', /--cert and --key go together/],
  ['--key a.pem', /--cert and --key go together/],
  ['--key sk_live_secret', /--key: .* TLS key .* sk_live_mock/],
  ['--cert LICENSE --key LICENSE', /^--cert LICENSE and --key LICENSE are no/],
  ['--tls --cert a --key b', /--tls makes a certificate/],
  ['--tls-name mock.test', /--tls, which is missing/],
  ['--ca-out ca.pem', /--tls, which is missing/],
  ['--static --plan free', /--static and --plan exclude each other/],
  ['--max-memory 256MB', /such as 256MiB/],
  ['--max-memory 0MiB', /such as 256MiB/],
  ['--allow-host http://mock', /takes hosts/],
  ['--host http://localhost', /--host http:\/\/localhost is neither a name nor a number/],
  ['--tls --tls-name mock:4010', /--tls-name mock:4010 is neither a name of DNS nor an IP address/],
  ['--allow-origin http://a.test/b', /takes origins/],
  ['--log xml', /--log xml is none of text and json/],
  ['--store mysql://me:secret@db/x', /--store: .*postgres:\/\/HOST/],
  ['--store postgres://me:secret@[db/x', /--store: .*postgres:\/\/HOST:5432/],
  ['--store ./d --retain 3d', /3d is too short: .*76 hours/],
  ['--store ./d --retain 3651d', /at most 3650d/],
  ['--store ./d --retain 30', /h, d or w, such as 30d/],
  ['--store ./d --retain 0d', /h, d or w, such as 30d/],
  [`--store ${server} --role leader`, /--role leader is none of api, worker and all/],
  ['--role api', /--role .*give --store/],
  ['--retain 30d', /--retain .*give --store/],
  ['--no-prepare', /--no-prepare .*give --store/],
  [['--store', server, '--store-schema', 'My data'], /small letters/],
  [`--store ${server} --store-schema pg_mine`, /pg_ at its beginning/],
  [`--store ${server} --store-schema ${'s'.repeat(37)}`, /at most 36/],
  [`--store ./d --listen-url ${server}`, /--listen-url .*names a folder/],
  ['--store ./d --no-prepare', /--no-prepare .*names a folder/],
  ['--static --store ./d', /--static and --store exclude each other/],
])('%s is refused in one line that repeats no secret', (line, message) => {
  expect(() => read(line)).toThrow(UsageError)
  expect(() => read(line)).toThrow(message)
  expect(() => read(line)).not.toThrow(/secret|\n/)
})

test.each([
  ['{\n  "plan": 1,\n}', /wrong\.json is no JSON: at line 3, column 1 \} cannot stand there/],
  ['{"listOrdr":1}', /listOrdr is no field of a dialect\. The nearest one is listOrder/],
])('a dialect of %j is refused in one line', async (content, message) => {
  const path = join(await makeFolder(onTestFinished), 'wrong.json')
  await writeFile(path, content)
  expect(() => read(['--dialect', path])).toThrow(message)
  expect(() => read(['--store', path])).toThrow(/is a file.*or a folder/)
})

test.each([
  ['1024', 1024],
  ['256MiB', 2 ** 28],
  ['1.5GiB', 1.5 * 2 ** 30],
  ['64 kib', 2 ** 16],
])('--max-memory %s is %d bytes', (written, bytes) => {
  expect(read(['--max-memory', written])).toMatchObject({ maxMemory: bytes })
})

test('names of the certificate may be addressed, and those that are allowed besides', () => {
  expect(read('--tls --tls-name mock.test --tls-name *.mock.test --allow-host mock:4010')).toMatchObject({
    tlsNames: ['mock.test', '*.mock.test'],
    allowHosts: ['mock:4010', 'mock.test'],
  })
})

test('without --store the data lies in memory, and one process does everything', () => {
  expect(read([])).toMatchObject({ store: undefined, role: 'all' })
})

test('a store is read with all that belongs to it, and its key comes from the environment alone', () => {
  const key = 'k'.repeat(32)
  const listenUrl = 'postgresql://db.test/mock'
  const line = `--store ${server} --listen-url ${listenUrl} --role worker --retain 30d --store-schema mock --no-prepare`
  const place = { kind: 'server', url: server }
  expect(read(line, { EVENT_DELIVERY_STORE_KEY: key })).toMatchObject({
    role: 'worker',
    store: { place, schema: 'mock', listenUrl, prepare: false, retain: 30 * 86_400_000, encryptionKey: key },
  })
  expect(read('--store ./data')).toMatchObject({
    store: { place: { kind: 'folder', folder: './data' }, prepare: true },
  })
})

test('a short key is refused by the name of its variable, and is not repeated', () => {
  const readShort = () => read('--store ./data', { EVENT_DELIVERY_STORE_KEY: 'short' })
  expect(readShort).toThrow(/^EVENT_DELIVERY_STORE_KEY has fewer than 32 characters\..*openssl/)
  expect(readShort).not.toThrow(/short$/)
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
      for (const url of [
        `postgres://${user}:${password}@${host}/db`,
        `postgresql://${host}:5433/db?user=${user}&password=${password}`,
        `postgres://${user}@${host}/db?sslpassword=${password}#${password}`,
      ]) {
        const shown = shownPlace(storePlace(url))
        expect(shown).not.toContain(password)
        expect(shown).toContain(host)
      }
    }),
  )
})
