import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import { declaration } from '../contract/command/declarations'
import { missingFlags } from '../contract/reports/missing-flags'
import { createTarget } from '../support/backend'
import { named } from '../support/judged'
import { callCommand } from './command'
import { startService } from './service'

const { flags } = await startService()
const ofScopes = checks.filter(({ rules }) => rules.some((rule) => /^AU-1[1-7]$|^OQ-17$/.test(rule)))

test('an account without scoped keys needs no flag for their rules where its owner says so', async () => {
  const { dialect } = declaration('keys=none')
  const { keys: all, ...target } = createTarget({ dialect })
  const keys = { live: all.live, test: all.test }
  const judge = (pinned?: typeof dialect) =>
    runChecks({ ...target, keys }, ofScopes, { mode: 'full', dialect: pinned })
  expect(missingFlags(await judge()).flags.join()).toContain('--scoped-key')
  const declared = await judge(dialect)
  expect(missingFlags(declared).flags.join()).not.toMatch(/--scoped-key|--expired-key/)
  expect(declared.verdict).not.toBe('non-conformant')
})

test('what an owner says of a deployment is checked and never trusted', async () => {
  const { status, out } = await callCommand([
    ...flags,
    ...[
      '--declare',
      'listOrder=oldest-first',
      '--declare',
      'defaultPageSize=20',
      '--only',
      'list-order,PG-1',
    ],
  ])
  expect(status).toBe(1)
  expect(out).toMatch(/DIALECT-listOrder/)
  const { dialect } = declaration('keys=none')
  const report = await runChecks(createTarget(), named('create-scoped-key'), { mode: 'full', dialect })
  expect(report.checks.map(({ id, status }) => [id, status])).toContainEqual(['DIALECT-operations', 'failed'])
})

test('declarations add up, and a plan is one', () => {
  const all = ['plan=pro', 'keys=none', 'replayHeader=null', 'createEventStatus=202'].reduce<
    ReturnType<typeof declaration>
  >((before, text) => declaration(text, before), {})
  expect(all.plan).toBe(100)
  expect(all.dialect).toMatchObject({ operations: { createKey: null }, createEventStatus: 202 })
})

test.each([
  ['plan', 'is of the form NAME=VALUE'],
  ['keys=some', 'only none is declared'],
  ['listOrder=sideways', 'listOrder is "sideways" and may be'],
  ['listOrdr=oldest-first', 'listOrder'],
])('a declaration that means nothing is refused with what would be right: %s', (text, message) => {
  expect(() => declaration(text)).toThrow(message)
})
