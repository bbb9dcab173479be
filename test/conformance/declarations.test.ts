import { expect, test } from 'vitest'
import { checks, runChecks } from '@event-delivery/conformance'
import type { Dialect } from '../../generated/dialect'
import { declaration } from '../contract/command/declarations'
import { missingFlags } from '../contract/reports/missing-flags'
import { createTarget } from '../support/backend'
import { answerInstead } from '../support/breakage'
import { named, ofRules } from '../support/judged'
import { callCommand } from './command'
import { startService } from './service'

const { flags } = await startService()
/** The checks that note choices, without those that only judge. */
const ofChoices = [
  ...checks.filter(({ level, observes }) => level === 'observe' || observes),
  ...named('create-event', 'idempotency-replay', 'idempotency-mismatch-answer'),
]
const ofKeys = ofRules(/^(AU-|OQ-(09|10|17)$)/)
const ofScopes = ofRules(/^AU-1[1-7]$|^OQ-17$/)

/** A deployment of this dialect that is judged with a live and a test key alone. */
function withTwoKeys(dialect?: Dialect) {
  const { keys, ...target } = createTarget({ dialect })
  return { ...target, keys: { live: keys.live, test: keys.test } }
}

test('an account without scoped keys needs no flag for their rules where its owner says so', async () => {
  const { dialect } = declaration('keys=none')
  const target = withTwoKeys(dialect)
  const judge = (pinned?: typeof dialect) => runChecks(target, ofScopes, { mode: 'full', dialect: pinned })
  expect(missingFlags(await judge()).flags.join()).toContain('--scoped-key')
  const declared = await judge(dialect)
  expect(missingFlags(declared).flags.join()).not.toMatch(/--scoped-key|--expired-key/)
  expect(declared.verdict).not.toBe('non-conformant')
})

test('what a full run saw leaves runs of lesser modes complete: what they cannot see is not applicable', async () => {
  // Only a full run shows what is refused for its scope, and without that all challenges are alike.
  const challenge = { missingKey: 'Bearer', invalidKey: 'Bearer', missingScope: 'Bearer scope="{scope}"' }
  const whole = createTarget({ dialect: { challenge } })
  const { dialect, verdict } = await runChecks(whole, ofChoices, { mode: 'full', seed: 1 })
  expect(verdict).toBe('conformant')
  for (const mode of ['read-only', 'non-disruptive'] as const) {
    const report = await runChecks(withTwoKeys({ challenge }), ofChoices, { mode, dialect, seed: 1 })
    const unjudged = report.checks.filter(({ status }) => status === 'could-not-run' || status === 'failed')
    expect(unjudged.map(({ id }) => id)).toEqual([])
    const unseen = report.checks.filter(
      ({ id, status }) => /^DIALECT-/.test(id) && status === 'not-applicable',
    )
    expect(unseen.map(({ remedy }) => remedy).join()).not.toMatch(/undefined|read-only/)
    const fields = unseen.map(({ id }) => id.replace('DIALECT-', ''))
    if (mode === 'non-disruptive')
      expect(fields.sort().join(' ')).toBe(
        'challenge deliveryBody deliveryEncoding errorCodes errors expiredKeyStatus goneDisables headers ' +
          'missingScopeStatus operations signature testDeliveries typePatterns',
      )
  }
})

test('of pinned choices that were not seen those that the run looked for leave it incomplete, and those of a plan do not', async () => {
  const pinned = { mode: 'full', dialect: { retryAfter: 'seconds' } } as const
  const unasked = await runChecks(createTarget(), named('list-order', 'over-the-limit-is-429'), pinned)
  const ofPlan = { id: 'DIALECT-retryAfter', status: 'not-applicable', remedy: '--mode full --plan' }
  expect(unasked.checks).toContainEqual(expect.objectContaining(ofPlan))
  const withoutList = answerInstead(({ method }) =>
    method === 'GET' ? new Response('{}', { status: 404 }) : undefined,
  )
  const options = { mode: 'non-disruptive', dialect: { listOrder: 'newest-first' } } as const
  const some = named('list-order', 'replay-marks')
  const report = await runChecks(createTarget({}, withoutList), some, options)
  expect(report.checks.map(({ id, status }) => [id, status])).toContainEqual([
    'DIALECT-listOrder',
    'could-not-run',
  ])
})

test.each([
  ['that makes scoped keys itself', {}, { errors: '--expired-key' }],
  [
    'whose owner makes scoped keys in a dashboard',
    { operations: { createKey: null } },
    {
      ...{ errors: '--scoped-key', errorCodes: '--scoped-key' },
      ...{ missingScopeStatus: '--scoped-key', expiredKeyStatus: '--expired-key' },
    },
  ],
] as const)(
  'what only scoped and expired keys show is not applicable where none were given, and the flag is named: a deployment %s',
  async (_, played, unseen) => {
    const { dialect } = await runChecks(createTarget({ dialect: played }), ofKeys, { mode: 'full' })
    const report = await runChecks(withTwoKeys(played), ofKeys, { mode: 'full', dialect })
    const others = report.checks.filter(({ id, status }) => id.startsWith('DIALECT-') && status !== 'passed')
    expect(Object.fromEntries(others.map(({ id, ...one }) => [id, [one.status, one.remedy]]))).toEqual(
      Object.fromEntries(
        Object.entries(unseen).map(([field, flag]) => [
          `DIALECT-${field}`,
          ['not-applicable', expect.stringContaining(flag)],
        ]),
      ),
    )
    expect(report.verdict).toBe('conformant')
  },
)

test('what needs a key that the run lacks leaves it incomplete, and names the key', async () => {
  const { keys, ...target } = createTarget()
  const options = { mode: 'full', dialect: { testWebhooks: 'accept' } } as const
  const only = named('webhooks-of-test-keys')
  const report = await runChecks({ ...target, keys: { live: keys.live } }, only, options)
  const pinned = { id: 'DIALECT-testWebhooks', status: 'could-not-run', remedy: '--test-key' }
  expect(report.checks).toContainEqual(expect.objectContaining(pinned))
})

test('what an owner says of a deployment is checked and never trusted', async () => {
  const declared = ['--declare', 'listOrder=oldest-first', '--declare', 'defaultPageSize=20']
  const { status, out } = await callCommand([...flags, ...declared, '--only', 'list-order,PG-1'])
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
