import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { callCommand, refusalOf } from './command'

const url = ['--base-url', 'http://127.0.0.1:9']
const full = [...url, '--mode', 'full']
const folder = await makeFolder(afterAll)
const file = (name: string) => join(folder, name)

await mkdir(file('folder'))
await writeFile(file('text'), 'no certificate')
await writeFile(file('damaged'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
await writeFile(file('dialect.json'), '{}')
await writeFile(file('no-report.json'), '{ "checks": [{}], "dialect": {}, "target": {} }')
await writeFile(file('wrong.json'), '{ "listorder": "newest-first" }')
const plant = {
  mode: 'live',
  places: [{ in: 'header', name: 'x' }],
  idempotencyKey: 'k',
  input: {},
  eventId: 'e',
}
const planted = { baseUrl: 'http://127.0.0.1:9', plantedAt: new Date().toISOString() }
await writeFile(file('live-plant.json'), JSON.stringify({ ...planted, plants: [plant] }))
await writeFile(file('no-plant.json'), JSON.stringify({ ...planted, plants: [] }))

/** Commands that make no sense, each with the words that help its author. */
const wrongCommands: [args: string[], told: string][] = [
  [['--bogus'], 'There is no flag --bogus.'],
  [[], '--base-url is missing'],
  [['--base-url', 'http://events.example'], '--base-url http://events.example has to begin with https'],
  [
    ['--base-url', 'events.example.com'],
    '--base-url events.example.com is no URL. It is of the form https://events.example.com.',
  ],
  [['--base-url', 'https://events.example.com/v1/'], '--base-url https://events.example.com/v1/ ends in /v1'],
  [
    ['--base-url', 'https://user:pass@events.example.com'],
    '--base-url https://…@events.example.com takes no user and no password',
  ],
  [
    ['--base-url', 'https://events.example.com?a=1'],
    '--base-url https://events.example.com?a=1 takes no query',
  ],
  [['--base-url'], '--base-url needs a value: --base-url <url>'],
  [[...url, '--live-key', ''], '--live-key is empty: is the variable set'],
  [[...url, '--live-key='], '--live-key is empty'],
  [[...url, '--json', '--html', 'x.html'], '--json needs a value: --json <file>'],
  [[...url, '--live-key', 'sk_live_a\nb_12345'], '--live-key holds a blank, a line break'],
  [[...url, '--test-key', 'whsec_abcdefgh1'], '--test-key is the signing secret'],
  [[...url, '--test-key', 'conformance'], '--test-key is a word or too short'],
  [[...url, '--live-key', 'sk_test_12345'], '--live-key is a test key'],
  [
    [...url, '--live-key', 'key_12345', '--test-key', 'key_12345'],
    '--test-key is the key that --live-key is',
  ],
  [
    [...url, '--live-key', 'sk_live_12', '--expired-key', 'sk_live_12'],
    '--expired-key is the key that --live-key is',
  ],
  [[...url, '--scoped-key', 'sk_live_12345'], '--scoped-key names no scopes'],
  [[...url, '--scoped-key', 'events:read='], '--scoped-key names no key'],
  [[...full, '--receiver-listen', '8443'], '--receiver-listen 8443 is no HOST:PORT'],
  [[...full, '--receiver-listen', '0.0.0.0:8443'], 'name one with --receiver-url'],
  [[...url, '--receiver-url', 'https://hooks.example.com'], '--mode full does'],
  [[...url, '--receiver-listen', '127.0.0.1:8443'], '--mode full does'],
  [
    [...full, '--receiver-url', 'https://hooks.example.com?a=1'],
    '--receiver-url https://hooks.example.com?a=1 takes no query',
  ],
  [
    [...full, '--receiver-url', 'http://hooks.example.com'],
    '--receiver-url http://hooks.example.com has to begin with https://, as webhooks are HTTPS.',
  ],
  [[...full, '--receiver-ca-out', file('folder')], 'cannot be written: it is a folder'],
  [[...url, '--mode', 'readonly'], 'Did you mean read-only?'],
  [[...url, '--mode', 'wild'], '--mode wild is none of read-only'],
  [['--scoped-key', 'events:rad=sk_live_x'], 'events:rad is no scope'],
  [[...url, '--test-key', 'sk_live_mock'], '--test-key is a live key'],
  [[...url, '--only', 'nothing'], 'no such check or rule'],
  [[...url, '--json', file('none/report.json')], 'cannot be written: there is no such file or folder'],
  [[...url, '--ca', file('none')], 'cannot be read'],
  [
    [...url, '--dialect', file('wrong.json')],
    'is no dialect: it has an unknown field listorder. Did you mean listOrder?',
  ],
  [[...url, '--plan', 'enterprise:50'], '--plan enterprise:50 is neither free nor pro nor a number'],
  [[...url, '--rate', '8/s'], '--rate 8/s is neither none nor a number'],
  [[...url, '--rate', '9'.repeat(400)], 'is neither none nor a number'],
  [[...url, '--idempotency', 'x:key'], '--idempotency x:key is of the form header:NAME or body:NAME'],
  [[...url, '--idempotency', 'header:Two Words'], '--idempotency header:Two Words names no header'],
  [
    [...url, '--idempotency', 'body:type'],
    '--idempotency body:type names type, which has a meaning of its own',
  ],
  [[...url, '--only', ','], '--only , names nothing'],
  [[...url, '--only', 'create-evnt'], 'Did you mean create-event? --list shows them.'],
  [[...url, '--dry-run', '--cleanup', 'x'], '--dry-run has nothing to tell of --cleanup'],
  [[...url, '--plant', 'p.json', '--mode', 'read-only'], '--plant creates an event'],
  [[...url, '--plant', file('p.json'), '--only', 'EV-2'], 'which --only leaves out'],
  [[...url, '--verify', file('live-plant.json')], 'it needs --mode full'],
  [[...url, '--verify', file('no-plant.json')], 'was not written by --plant, or is damaged'],
  [[...url, '--ca', file('text')], 'holds no certificate in PEM'],
  [[...url, '--ca', file('damaged')], 'holds a certificate that is damaged'],
  [[...url, '--ca', file('folder')], 'cannot be read: it is a folder'],
  [[...url, '--json', file('text/report.json')], '--json'],
  [[...url, '--html', file('same'), '--junit', file('same')], '--junit and --html name one file'],
  [
    [...url, '--dialect', file('text'), '--dialect-out', file('text')],
    '--dialect-out and --dialect name one',
  ],
  [['https://events.example.com'], 'Did you mean --base-url?'],
  [['dif', 'a', 'b'], 'Did you mean diff?'],
  [['diff', file('no-report.json'), 'b'], 'no-report.json is neither a dialect nor a report'],
  [['twin', ...url, '--dialect', file('dialect.json')], 'twin has no --test-key, the only key that it uses'],
  [['diff', 'a', 'b', 'c'], 'diff takes no argument c'],
]

test.each(wrongCommands)(
  '%j is refused with what is wrong and what would be right (%s)',
  async (args, told) => {
    const err = await refusalOf(args)
    expect(err).toContain(told)
    expect(err.trim().split('\n').length).toBeLessThan(4)
    expect(err).not.toMatch(/\n\s+at /)
  },
)

test('no message repeats a key, wherever it was put', async () => {
  const hidden = 'sk_live_hidden1'
  for (const args of [
    [`--live-kye=${hidden}`],
    [hidden],
    [...url, '--scoped-key', `events:rad=${hidden}`],
    [...url, '--scoped-key', `${hidden}=events:read`],
    [...url, '--only', hidden],
    ['--base-url', `https://${hidden}@events.example.com`],
    [...url, '--json', `/none/${hidden}/x`],
  ]) {
    expect(await refusalOf(args)).not.toContain('hidden1')
  }
})

test('the environment gives what the line leaves out, and a variable that is empty gives nothing', async () => {
  const env = { EVENT_DELIVERY_BASE_URL: 'http://127.0.0.1:9', EVENT_DELIVERY_TEST_KEY: 'sk_test_1' }
  const dry = ['--dry-run', '--only', 'create-event,scope-events-read']
  const scoped = { EVENT_DELIVERY_SCOPED_KEYS: 'events:read=sk_live_a1 events:write=sk_live_b2' }
  expect((await callCommand(dry, { ...env, ...scoped })).out).toMatch(/scope-events-read +\d+ requests/)
  expect((await callCommand(dry, env)).out).toContain('No scoped key was given')
  expect((await callCommand(['--list'], { EVENT_DELIVERY_BASE_URL: '' })).status).toBe(0)
  const proxy = await refusalOf(['--base-url', 'https://a.example'], { HTTPS_PROXY: 'proxy', ...scoped })
  expect(proxy).toContain('HTTPS_PROXY is no URL. It names a proxy in the form http://')
  const wrong = await refusalOf(dry, { ...env, EVENT_DELIVERY_SCOPED_KEYS: 'events:rad=sk_live_a1' })
  expect(wrong).toMatch(/^event-delivery-conformance: EVENT_DELIVERY_SCOPED_KEYS: events:rad is no scope/)
})
