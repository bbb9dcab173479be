import { afterAll, expect, test } from 'vitest'
import { resolveDialect } from '@event-delivery/mock'
import { accept, createHarness } from '../../support/backend'
import { deliveryForms } from '../../../mock/control/copy/copies'
import { entriesOf } from './copied-programs'
import { failing, registerTests } from './copied-tests'

const texts: Record<string, string> = {}
for (const scheme of ['standard-webhooks', 'svix', 'timestamped-hex', 'body-hex'] as const) {
  const dialect = resolveDialect({ signature: { scheme } })
  const harness = createHarness({ dialect }, accept, afterAll)
  await harness.createWebhook()
  await harness.createEvent()
  await harness.backend.waitForIdle()
  const entry = (await entriesOf(harness)).find(({ kind }) => kind === 'delivery')
  if (entry?.kind !== 'delivery') throw new Error('Nothing was delivered.')
  const copied = deliveryForms(entry, { dialect }).find(({ form }) => form === 'test')
  texts[`received-${scheme}`] = copied && 'text' in copied ? copied.text : ''
}

// Every attempt that is copied as a test is received by the receiver of the test.
registerTests({
  ...texts,
  broken: failing((texts['received-svix'] ?? '').replace('toBe(204)', 'toBe(401)')),
})

test('a copied test is a test, and tells no key', () => {
  for (const [name, text] of Object.entries(texts)) {
    expect(text, name).toMatch(/^test\(/m)
    expect(text, name).not.toContain('9fQ2')
  }
})
