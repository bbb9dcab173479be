import { expect, test } from 'vitest'
import { program } from '../../src/command/command'
import { file, run, settings } from './command-line'

const names = program.commands.map(({ name }) => name)
const unused = settings('http://127.0.0.1:9')

test.each<[string, string, RegExp]>([
  ['no command', '', /Which command\? send, events list/],
  ['an unknown command', 'evens list', /no command evens list\. Did you mean events list\?/],
  ['half a command', 'webhooks', /needs a word more: webhooks add, webhooks list, webhooks rm/],
  ['an unknown flag', 'events list --limt 3', /no flag --limt\. Did you mean --limit\?/],
  ['a flag of another command', 'events get evt_1 --data 1', /events get has no flag --data/],
  ['a key', 'events list --api-key sk_live_c4n4ry7e1', /EVENT_DELIVERY_API_KEY.*--api-key-file/],
  ['an authority', 'events list --ca x', /NODE_EXTRA_CA_CERTS/],
  ['a flag without its value', 'events list --limit', /--limit needs a value/],
  ['a flag in place of a value', 'events list --limit --all', /--limit needs a value/],
  ['a limit of letters', 'events list --limit x', /--limit x is no whole number of at least 1, such as 10\./],
  ['a limit with a fraction', 'events list --limit 1.5', /whole number/],
  ['a rate of nothing', 'events list --rate 0', /--rate 0 is no number of at least 0\.001, such as 10\./],
  ['a time of nothing', 'events list --timeout 0', /no number of seconds of at least 0\.001, such as 30\./],
  ['a time of letters', 'events list --timeout 3s', /--timeout 3s is no number of seconds/],
  ['a time of more than a day', 'events list --timeout 86400.5', /is more than a day/],
  ['a file without a key', 'events list --api-key-file /dev/null', /--api-key-file \/dev\/null is empty/],
  ['an argument that is missing', 'events get', /events get needs <id>/],
  ['an argument too many', 'send a b --data {}', /send takes no argument b/],
  ['no payload', 'send a', /--data '\{"order":1042\}'/],
  ['a payload that is no JSON', 'send a --data {"a":1,}', /line 1, column 8 \} cannot stand there/],
  ['a payload that ends too early', 'send a --data {"a":', /it ends too early/],
  ['a number that is too large', 'send a --data {"a":12345678901234567890}', /column 6.*as a string/],
  ['one in a list', 'send a --data {"a":[9007199254740992,9007199254740993]}', /column 24.*as a string/],
  [
    'a payload of many levels',
    `send a --data ${'['.repeat(2e4)}`,
    /^event-delivery: --data is nested too deeply/,
  ],
  ['one that ends', `send a --data ${'['.repeat(2e4)}${']'.repeat(2e4)}`, /--data is nested too deeply/],
  ['a file that is not there', 'send a --data @/no/such', /\/no\/such cannot be read: there is no such file/],
  ['webhooks without types', 'webhooks add https://a.example', /needs the event types/],
  ['an empty type', 'webhooks add https://a.example --events a,,b', /holds an empty word.*order\.paid,order/],
  ['a webhook that is not https', 'webhooks add http://a.example --events a', /https/],
  ['listening without a receiver', 'listen', /--forward-to http:\/\/localhost:3000\/hooks/],
  ['a receiver that is no URL', 'listen --forward-to localhost:3000', /must be an http or https URL/],
  ['a scheme that is none', 'verify x --scheme svixx --secret x', /Did you mean svix\?/],
  [
    'a file without a secret',
    'listen --forward-to http://a.example --secret-file LICENSE',
    /holds no secret/,
  ],
  ['a moment of letters', 'verify x --secret x --now soon', /--now soon is neither Unix seconds nor a date/],
  ['one input for two', 'verify - --secret x --headers -', /cannot both come from the standard input/],
  [
    'a file without headers',
    'verify x --secret x --headers LICENSE',
    /LICENSE must hold headers, one a line/,
  ],
  ['two headers in one', 'verify x --secret x --header a:b\nc:d', /--header must be written --header/],
  ['a header without a value', 'verify x --secret x --header a', /--header must be written --header 'NAME/],
  ['verifying without a secret', 'verify package.json', /EVENT_DELIVERY_WEBHOOK_SECRET/],
])('%s on the command line is refused in one line, with status 2', async (_, words, message) => {
  const { status, out, err } = await run(words.split(' ').filter(Boolean), unused)
  expect(err).toMatch(message)
  expect(err).toMatch(/^event-delivery: [^\n]+\n$/)
  expect(err).not.toContain('c4n4ry7e1')
  expect({ status, out }).toEqual({ status: 2, out: '' })
})

test.each([
  ['--api-key-file', 'events list --api-key-file /dev/zero'],
  ['--data', 'send a --data @/dev/zero'],
  ['--dialect', 'events list --dialect /dev/zero'],
  ['--headers', 'verify package.json --headers /dev/zero --secret whsec_a'],
])('an endless file behind %s is refused before it takes all memory', async (flag, words) => {
  const { status, err } = await run(words.split(' '), unused)
  expect(err).toBe(`event-delivery: ${flag} /dev/zero cannot be read: it holds more than 64 MiB.\n`)
  expect(status).toBe(2)
})

test('an endless file in place of the secret of listen is refused before it takes all memory', async () => {
  const words = 'listen --forward-to http://a.example --secret-file /dev/zero'
  const { status, err } = await run(words.split(' '), unused)
  expect(err).toBe(
    'event-delivery: /dev/zero cannot be read: it holds more than 64 MiB. Name another file by --secret-file.\n',
  )
  expect(status).toBe(2)
})

test.each<[string, object, string]>([
  ['a type', { createEventStatus: '201' }, 'createEventStatus is "201" and must be integer.'],
  [
    'a word',
    { listOrder: 'newest' },
    'listOrder is "newest" and may be "newest-first", "oldest-first", "by-id".',
  ],
  ['a bound', { maxPayloadBytes: 0 }, 'maxPayloadBytes is 0 and must be >= 1.'],
  [
    'a part',
    { idempotency: { in: 'headr', name: 'X-Key' } },
    'idempotency.in is "headr" and may be "both", "header", "body".',
  ],
  ['a name', { listorder: 'by-id' }, 'it has an unknown field listorder. Did you mean listOrder?'],
  ['a whole', [], 'it is [] and must be object.'],
  [
    'a header of the key',
    { idempotency: { in: 'header', name: 'X Y' } },
    'idempotency.name "X Y" is no name of a header. A usual one is Idempotency-Key.',
  ],
  [
    'a field of the key',
    { idempotency: { in: 'body', name: 'data' } },
    'idempotency.name cannot be data, a field that every event has. A usual one is idempotencyKey.',
  ],
])(
  '%s of a dialect that is wrong is named with the value and what would be right',
  async (_, dialect, told) => {
    const path = await file('dialect.json', JSON.stringify(dialect))
    const { status, err } = await run(['events', 'list', '--dialect', path], unused)
    expect(err).toBe(`event-delivery: --dialect ${path} is no dialect: ${told}\n`)
    expect(status).toBe(2)
  },
)

test.each([
  ['the key', { EVENT_DELIVERY_BASE_URL: 'http://127.0.0.1:9' }, /EVENT_DELIVERY_API_KEY.*--api-key-file/],
  ['the address', { EVENT_DELIVERY_API_KEY: 'sk_test_mock' }, /EVENT_DELIVERY_BASE_URL.*--base-url/],
])('without %s the command names the variable and the flag', async (_, env, message) => {
  const { status, err } = await run(['events', 'list'], env)
  expect(err).toMatch(message)
  expect(status).toBe(2)
})

test.each([['--help'], ['help']])('%s lists every command', async (word) => {
  const { status, out } = await run([word])
  expect(status).toBe(0)
  const words = [...out.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?)/gm)].map(([, name]) => name!)
  expect(words).toEqual(expect.arrayContaining(names))
})

test.each(names)('%s has its own help with examples', async (name) => {
  const { out } = await run([...name.split(' '), '--help'])
  expect(out).toContain(`Usage: event-delivery ${name}`)
  expect(out).toContain('Examples:')
})
