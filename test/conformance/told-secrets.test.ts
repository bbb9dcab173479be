import { expect, test } from 'vitest'
import { runChecks, Violation, type Report } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { madeUp, named, ofRules } from '../support/judged'
import { changeResponses, operationOf, withBody, type Fetch } from '../support/breakage'

/** Makes a run in which each webhook is registered with this secret, and each answer repeats it in some form. */
async function runWith(secret: string, echo: (secret: string) => string = (text) => text): Promise<Report> {
  const tells = changeResponses(undefined, async (response, request) => {
    const body = (await response.json()) as object
    const isCreation = operationOf(request) === 'createWebhook' && response.status === 201
    return withBody(response, isCreation ? { ...body, secret } : { ...body, echo: echo(secret) })
  })
  const some = ofRules(/^(WH|WD|PG-1|EV-3)/)
  return runChecks(createTarget({}, tells), some, { mode: 'full', seed: 1, samples: 2 })
}

/** Everything of a report that the suite itself says. */
const ownWords = (report: Report) => ({
  verdict: report.verdict,
  summary: report.summary,
  rules: report.rules,
  checks: report.checks.map(({ id, title, rules, level, status, violates, remedy }) => ({
    ...{ id, title, rules, level, status, violates, remedy },
  })),
})

const usual = await runWith('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')

// A deployment chooses its secrets, and may choose one that stands in its own report.
test.each([
  ['ends a text in JSON', 'whsec_"status":"failed"'],
  ['is the id of a check', 'whsec_webhook-status'],
  ['is a status', 'whsec_passed'],
  ['is a verdict', 'whsec_non-conformant'],
  ['is a pattern', 'whsec_(.*)+$|[a-z]{99}'],
  ['is a replacement', "whsec_$&$'$`$1aaaaaaaa"],
  ['is a line', 'whsec_\nfailed\nfailed\nfailed'],
  ['is nothing but its prefix', 'whsec_'],
  ['is very long', `whsec_${'webhook-status'.repeat(700)}`],
  ['is a title', 'whsec_the secret begins with whsec_'],
])('a secret that %s changes nothing that the suite itself says', async (_, secret) => {
  const report = await runWith(secret)
  const told = ownWords(report)
  expect(told.checks.map(({ id, title }) => [id, title])).toEqual(
    usual.checks.map(({ id, title }) => [id, title]),
  )
  expect(told.rules.map(({ id }) => id)).toEqual(usual.rules.map(({ id }) => id))
  expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  const bare = secret.slice('whsec_'.length)
  const said = JSON.stringify(report.checks.map(({ message, evidence }) => [message, evidence]))
  if (bare.length > 20) expect(said.includes(bare)).toBe(false)
})

test('a key that a deployment writes into the name of a header stands in no report', async () => {
  const target = createTarget()
  // The names of headers have small letters alone.
  const key = 'sk_test_4ec39hqlyjwdarjtt1zdp7dc'
  const fetch: Fetch = async (request) => {
    const { body, status, headers } = await target.fetch(
      new Request(request, { headers: { authorization: 'Bearer sk_test_mock' } }),
    )
    return new Response(body, { status, headers: { ...Object.fromEntries(headers), [`x-${key}`]: 'seen' } })
  }
  const some = named('list-envelope')
  const report = await runChecks({ ...target, fetch, keys: { test: key } }, some, { mode: 'read-only' })
  expect(JSON.stringify(report)).not.toContain(key.slice(8))
  expect(JSON.stringify(report)).toContain('x-$EVENT_DELIVERY_TEST_KEY')
})

test('a secret is taken out before a text is cut, so that no part of it is left', async () => {
  const shows = madeUp(async (context) => {
    throw new Violation('EV-2', 'odd', { received: `${'x'.repeat(495)}${context.liveKey().value}` })
  })
  const report = await runChecks(createTarget(), [shows])
  expect(report.checks[0]?.received).toBe(`${'x'.repeat(495)}$EVEN…`)
})
