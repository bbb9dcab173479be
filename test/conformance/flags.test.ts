import { expect, test } from 'vitest'
import { flags, type OptionName } from '../contract/command/flags'
import { repeatCommand } from '../contract/command/rerun'
import { flagTable } from '../tools/pages/flags'

test('every flag stands in the table with its value and its variable', () => {
  const lines = flagTable().split('\n').slice(2)
  expect(lines).toHaveLength(Object.keys(flags).length)
  expect(lines).toContainEqual(
    expect.stringMatching(/^\| `--base-url <url>` \| `EVENT_DELIVERY_BASE_URL` \| /),
  )
  expect(lines).toContainEqual(expect.stringMatching(/^\| `--insecure` \| {2}\| /))
})

test('a printed command leaves out keys, reports and tasks, and keeps what decides the judgement', () => {
  const args = ['--live-key', 'sk_live_1', '--json=r.json', '--insecure', '--plant', 'p', '--mode', 'full']
  expect(repeatCommand(args, 'https://a.test', '--cleanup', 'l')).toBe(
    'npx @event-delivery/conformance --base-url https://a.test --insecure --mode full --cleanup l',
  )
  const left = (Object.keys(flags) as OptionName[]).filter((name) => flags[name].onlyOnce)
  expect(left).toEqual(expect.arrayContaining(['liveKey', 'testKey', 'scopedKey', 'expiredKey']))
})
