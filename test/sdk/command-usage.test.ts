import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { root } from '../support/root'
import { run, settings } from './command-process'

beforeAll(() => {
  if (!existsSync(join(root, 'src/dist/cli.js'))) throw new Error('Build first: npm run build')
})

const unused = settings('http://127.0.0.1:9')

test.each<[string, string[], RegExp]>([
  ['no command', [], /Which command\? send, events list/],
  ['an unknown command', ['evens', 'list'], /no command evens list\. Did you mean events list\?/],
  ['half a command', ['webhooks'], /needs a word more: webhooks add, webhooks list, webhooks rm/],
  ['an unknown flag', ['events', 'list', '--limt', '3'], /no flag --limt\. Did you mean --limit\?/],
  ['a flag of another command', ['events', 'get', 'evt_1', '--data', '1'], /events get has no flag --data/],
  [
    'a key on the command line',
    ['events', 'list', '--api-key', 'sk_live_c4n4ry7e1'],
    /EVENT_DELIVERY_API_KEY.*--api-key-file/,
  ],
  ['an authority on the command line', ['events', 'list', '--ca', 'x'], /NODE_EXTRA_CA_CERTS/],
  ['a flag without its value', ['events', 'list', '--limit'], /--limit needs a value/],
  ['a flag in place of a value', ['events', 'list', '--limit', '--all'], /--limit needs a value/],
  [
    'a flag that is given twice',
    ['events', 'list', '--limit', '1', '--limit', '2'],
    /--limit was given twice/,
  ],
  ['a limit that is no number', ['events', 'list', '--limit', 'x'], /--limit must be a number of at least 1/],
  ['a limit with a fraction', ['events', 'list', '--limit', '1.5'], /whole number/],
  ['an argument that is missing', ['events', 'get'], /events get needs ID/],
  ['an argument too many', ['send', 'a', 'b', '--data', '{}'], /send takes no argument b/],
  ['no payload', ['send', 'a'], /--data '\{"order":1042\}'/],
  [
    'a payload that is no JSON',
    ['send', 'a', '--data', '{"a":1,}'],
    /line 1, column 8 \} cannot stand there/,
  ],
  ['a payload that ends too early', ['send', 'a', '--data', '{"a":'], /it ends too early/],
  [
    'a number that JavaScript cannot hold',
    ['send', 'a', '--data', '{"a":12345678901234567890}'],
    /column 6.*as a string/,
  ],
  [
    'a file that is not there',
    ['send', 'a', '--data', '@/no/such'],
    /\/no\/such cannot be read: there is no such file/,
  ],
  ['webhooks without types', ['webhooks', 'add', 'https://a.example'], /needs the event types/],
  ['a webhook that is not https', ['webhooks', 'add', 'http://a.example', '--events', 'a'], /https/],
  ['listening without a receiver', ['listen'], /--forward-to http:\/\/localhost:3000\/hooks/],
  ['a receiver that is no URL', ['listen', '--forward-to', 'localhost:3000'], /must be an http or https URL/],
  ['a scheme that is none', ['verify', 'x', '--scheme', 'svixx', '--secret', 'x'], /Did you mean svix\?/],
  ['verifying without a secret', ['verify', 'package.json'], /EVENT_DELIVERY_WEBHOOK_SECRET/],
])('%s is refused in one line, with status 2', async (_, args, message) => {
  const { status, out, err } = await run(args, unused)
  expect(err).toMatch(message)
  expect(err).toMatch(/^event-delivery: [^\n]+\n$/)
  expect(err).not.toContain('c4n4ry7e1')
  expect({ status, out }).toEqual({ status: 2, out: '' })
})

test.each([
  ['the key', { EVENT_DELIVERY_BASE_URL: 'http://127.0.0.1:9' }, /EVENT_DELIVERY_API_KEY.*--api-key-file/],
  ['the address', { EVENT_DELIVERY_API_KEY: 'sk_test_mock' }, /EVENT_DELIVERY_BASE_URL.*--base-url/],
])('without %s the command names the variable and the flag', async (_, env, message) => {
  const { status, err } = await run(['events', 'list'], env)
  expect(err).toMatch(message)
  expect(status).toBe(2)
})

test.each(['--help', 'help'])(
  '%s lists every command, and each has its own help with examples',
  async (word) => {
    const { status, out } = await run([word])
    expect(status).toBe(0)
    const names = [...out.matchAll(/^ {2}((?:send|events|webhooks|listen|verify)(?: [a-z]+)?)/gm)].map(
      ([, name]) => name!,
    )
    expect(names).toHaveLength(9)
    for (const name of names) {
      const help = await run([...name.split(' '), '--help'])
      expect(help.out).toContain(`Usage: event-delivery ${name}`)
      expect(help.out).toContain('Examples:')
    }
  },
)

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'src/package.json'), 'utf8')) as { version: string }
  expect(await run(['--version'])).toEqual({ status: 0, out: `${version}\n`, err: '' })
})
