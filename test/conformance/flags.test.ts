import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { flagEntries, flags } from '../contract/command/flags'
import { keysOf } from '../contract/engine/keys'
import { quotedAround } from '../../src/core/shell'
import { address, place, plan, rate, receiverUrl } from '../contract/command/values'
import { exportHint, repeatCommand } from '../contract/command/rerun'
import { flagTable } from '../tools/pages/flags'

test('every flag stands in the table with its value and its variable', () => {
  const lines = flagTable().split('\n').slice(2)
  expect(lines).toHaveLength(Object.keys(flags).length)
  expect(lines).toContainEqual(
    expect.stringMatching(/^\| `--base-url <url>` \| `EVENT_DELIVERY_BASE_URL` \| /),
  )
  expect(lines).toContainEqual(expect.stringMatching(/^\| `--insecure` \| {2}\| /))
})

test('values of flags are read as they are meant', () => {
  expect([plan('free'), plan('pro'), plan('2.5'), rate('none'), rate('8')]).toEqual([
    10,
    100,
    2.5,
    Infinity,
    8,
  ])
  expect(place('body:dedupe_key')).toEqual({ in: 'body', name: 'dedupe_key' })
  expect(receiverUrl('https://a.example/hooks//')).toBe('https://a.example/hooks')
  expect(address('[::1]:8443')).toEqual({ host: '::1', port: 8443 })
})

test('a printed command leaves out reports and tasks, and keeps what decides the judgement', () => {
  const args = ['--json=r.json', '--insecure', '--plant', 'p', '--mode', 'full', '--repeat', 'r.json']
  expect(repeatCommand(args, 'https://a.test', '--cleanup', 'l')).toBe(
    'npx @event-delivery/conformance --base-url https://a.test --insecure --mode full --cleanup l',
  )
})

test('a printed command has a variable in place of each key of the line, by the name that evidence shows', () => {
  const args = ['--live-key', 'sk_live_1', '--test-key=sk_test_2', '--scoped-key', 'events:read=sk_live_3']
  const more = ['--scoped-key=webhooks:read,events:read=sk_live_4', '--expired-key', 'sk_live_5']
  const command = repeatCommand([...args, ...more], 'https://a.test')
  expect(command).toBe(
    'npx @event-delivery/conformance --base-url https://a.test --live-key "$EVENT_DELIVERY_LIVE_KEY" ' +
      '--test-key "$EVENT_DELIVERY_TEST_KEY" --scoped-key "events:read=$EVENT_DELIVERY_SCOPED_KEY_1" ' +
      '--scoped-key "webhooks:read,events:read=$EVENT_DELIVERY_SCOPED_KEY_2" --expired-key "$EVENT_DELIVERY_EXPIRED_KEY"',
  )
  const keys = { live: 'a', test: 'b', scoped: [1, 2].map(() => ({ value: 'c', scopes: [] })), expired: 'd' }
  for (const { label } of keysOf({ baseUrl: '', keys })) expect(command).toContain(label)
})

test('a hint names the variables that commands need and the environment lacks', () => {
  const text = 'curl -H "Authorization: Bearer $EVENT_DELIVERY_TEST_KEY" "$EVENT_DELIVERY_LIVE_KEY" $HOME'
  expect(exportHint(text, { EVENT_DELIVERY_TEST_KEY: 'x' })).toBe(
    'These commands take keys from variables. Before them: export EVENT_DELIVERY_LIVE_KEY=...',
  )
  expect(exportHint(text, { EVENT_DELIVERY_TEST_KEY: 'x', EVENT_DELIVERY_LIVE_KEY: 'y' })).toBeUndefined()
})

test('a shell fills in keys alone, whatever a deployment wrote beside them', () => {
  const text = 'Bearer $EVENT_DELIVERY_TEST_KEY $(id) `id` $HOME "\\'
  const env = { PATH: process.env.PATH, EVENT_DELIVERY_TEST_KEY: 'sk_test_1', HOME: '/nowhere' }
  const { stdout } = spawnSync('sh', ['-c', `printf %s ${quotedAround(text)}`], { env, encoding: 'utf8' })
  expect(stdout).toBe('Bearer sk_test_1 $(id) `id` $HOME "\\')
})

test('no flag that --repeat takes from a report leads to another deployment, holds a key or writes a file', () => {
  const taken = flagEntries.filter(([, flag]) => flag.ofTheRun)
  expect(taken.map(([name]) => name)).toEqual(expect.arrayContaining(['mode', 'seed', 'plan', 'only']))
  const names = taken.map(([name]) => name)
  for (const name of ['baseUrl', 'insecure', 'ca', 'list', 'cleanup', 'ledger'] as const)
    expect(names).not.toContain(name)
  expect(taken.filter(([, { keys, file }]) => keys !== undefined || file === 'written')).toEqual([])
})
