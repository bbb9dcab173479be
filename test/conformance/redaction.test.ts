import { expect, test } from 'vitest'
import { checks, runChecks, Violation, type Check } from '@event-delivery/conformance'
import { Redactor } from '../contract/wire/redact'
import { createTarget } from '../support/backend'

const key = 'sk_live_a+b/c="d\\e9'
const secret = 'whsec_MfKQ9r8GKYqr/wjUPD8I+PZIo2LaLaSw='

const written: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['in a URL', encodeURIComponent],
  [
    'in a URL, in small letters',
    (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  ],
  ['in JSON', (text) => JSON.stringify(text)],
  ['in JSON whose slashes are escaped', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
  [
    'in JSON that escapes what is special',
    (text) => text.replace(/[^\w]/g, (one) => `\\u00${one.charCodeAt(0).toString(16).toUpperCase()}`),
  ],
  ['in hex', (text) => Buffer.from(text).toString('hex')],
  ['in base64', (text) => Buffer.from(text).toString('base64')],
  ['in base64 as of a header', (text) => Buffer.from(`Bearer ${text}`).toString('base64')],
  ['in base64 as of a user', (text) => Buffer.from(`u:${text}:`).toString('base64url')],
]

test.each(written)('a secret is taken out %s', (_, write) => {
  const redactor = new Redactor()
  redactor.add(key, '<key>')
  redactor.add(secret, '<secret>')
  for (const [one, label] of [
    [key, '<key>'],
    [secret, '<secret>'],
  ] as const) {
    const text = redactor.redact(`before ${write(one)} after`)
    expect(text).toMatch(/^before .* after$/)
    expect(text).toContain(label)
    // The first and last letters of base64 hold bits of the neighbours too, and may stay.
    expect(text.length).toBeLessThan(`before  after${label}`.length + 32)
  }
})

test('the part of a signing secret that signs is taken out wherever it stands alone', () => {
  const redactor = new Redactor()
  redactor.add(secret, '<secret>')
  for (const [, write] of written) expect(redactor.redact(write(secret.slice(6)))).toContain('<secret>')
})

test('what is near a secret is left alone', () => {
  const redactor = new Redactor()
  redactor.add('sk_live_abc', '$KEY')
  const text = 'sk_live_ab sk_live_ab\nc sk_live_mock'
  expect(redactor.redact(text)).toBe(text)
})

test('a secret is taken out before a text is cut, so that no part of it is left', async () => {
  const target = createTarget()
  const shows: Check = {
    ...(checks[0] as Check),
    async run(context) {
      throw new Violation('EV-2', 'odd', { received: `${'x'.repeat(495)}${context.liveKey().value}` })
    },
  }
  const report = await runChecks(target, [shows])
  expect(report.checks[0]?.received).toBe(`${'x'.repeat(495)}$EVEN…`)
})
