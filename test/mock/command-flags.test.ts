import { expect, test } from 'vitest'
import { readOptions } from '../../mock/command/options'

test('the help has groups and examples, and shows no default that is an empty list', () => {
  let help = ''
  expect(readOptions(['--help'], {}, (text) => (help += text))).toBeUndefined()
  for (const group of ['Address:', 'Behaviour:', 'Deliveries:', 'Prism:', 'Output:', 'Examples:'])
    expect(help).toContain(`\n${group}\n`)
  expect(help).not.toContain('[]')
  expect(help).toContain('(default: 4010)')
})

test.each([
  ['an API key for --key', ['--key', 'sk_live_secret'], /--key: .* TLS key .* sk_live_mock/],
  [
    'an unknown flag with a value',
    ['--kye=sk_live_secret'],
    /unknown option '--kye' \(Did you mean --key\?\)/,
  ],
  ['a word that may be a key', ['sk_live_secret'], /belongs to no flag/],
  ['an address that stands alone', ['http://localhost:3000/hooks'], /Did you mean --webhook\?/],
  ['a password in a URL', ['--webhook', 'http://me:secret@localhost/'], /no user name and no password/],
  ['a flag in the place of a value', ['--dialect', '--tls'], /--dialect has no value/],
  ['an empty value', ['--seed', ''], /--seed is empty/],
  ['a size without a unit that is known', ['--max-memory', '256MB'], /such as 256MiB/],
  ['a size of nothing', ['--max-memory', '0MiB'], /such as 256MiB/],
  ['a URL for a host', ['--allow-host', 'http://mock'], /takes hosts/],
  ['a path in an origin', ['--allow-origin', 'http://a.test/b'], /takes origins/],
  ['a name without a certificate of ours', ['--tls-name', 'mock.test'], /--tls, which is missing/],
  ['a file without a certificate of ours', ['--ca-out', 'ca.pem'], /--tls, which is missing/],
  ['a form of the log that is none', ['--log', 'xml'], /text or json/],
])('%s is refused in one line that repeats no secret', (_name, args, message) => {
  const read = () => readOptions(args, {}, () => {})
  expect(read).toThrow(message)
  expect(read).not.toThrow(/secret|\n/)
})

test.each([
  ['1024', 1024],
  ['256MiB', 2 ** 28],
  ['1.5GiB', 1.5 * 2 ** 30],
  ['64 kib', 2 ** 16],
])('--max-memory %s is %d bytes', (written, bytes) => {
  expect(readOptions(['--max-memory', written], {}, () => {})).toMatchObject({ maxMemory: bytes })
})

test('names of the certificate may be addressed, and those that are allowed besides', () => {
  const args = ['--tls', '--tls-name', 'mock.test', '--tls-name', '*.mock.test', '--allow-host', 'mock:4010']
  expect(readOptions(args, {}, () => {})).toMatchObject({
    tlsNames: ['mock.test', '*.mock.test'],
    allowHosts: ['mock:4010', 'mock.test'],
  })
})
