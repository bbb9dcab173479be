import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as client from '@event-delivery/sdk'
import * as webhooks from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import { examples } from '../../generated/examples'
import { readText, root } from '../support/root'

const page = readText('docs/errors.md')
const entries = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((entry): [string, string] => [entry.slice(0, entry.indexOf('\n')), entry]),
)

const isErrorClass = (value: unknown) =>
  typeof value === 'function' && value.prototype instanceof client.EventDeliveryError
const classes = Object.entries({ ...client, ...webhooks })
  .filter(([, value]) => value === client.EventDeliveryError || isErrorClass(value))
  .map(([name]) => name)

const receiving = join(root, 'src/receiving')
const sources = readdirSync(receiving)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(receiving, name), 'utf8'))
  .join('\n')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)

// The members of the unions, and the codes that are handed to the functions which make an answer.
const unions = matches(sources, /export type \w+Code =([^;]*?)\n\n/g)
const receiverCodes = unions.flatMap((union) => matches(union, /'([\w-]+)'/g))
const answerCodes = [
  ...matches(sources, /\banswer(?:Later)?\((?:\d+, )?'(\w+)'/g),
  ...matches(sources, /\bcode: '(\w+)'/g),
]
const serviceCodes = Object.values(examples).flatMap((example) => {
  const { error } = example as { error?: { code?: string } }
  return error?.code ?? []
})

test('the sources have the classes and codes that this test looks for', () => {
  expect(classes.length).toBeGreaterThanOrEqual(16)
  expect(receiverCodes).toEqual(expect.arrayContaining(['missing-header', 'body-cut-off', 'claim-lost']))
  expect(answerCodes).toEqual(expect.arrayContaining(['not_handled', 'busy', 'payload_too_large']))
  expect(serviceCodes).toEqual(expect.arrayContaining(['invalid_request', 'not_found']))
})

test.each([...new Set([...classes, ...receiverCodes, ...answerCodes, ...serviceCodes])])(
  'docs/errors.md says the cause and the cure of %s',
  (name) => {
    expect(entries.get(name)).toMatch(/^- \*\*Cause\.\*\* .+[\s\S]*^- \*\*Cure\.\*\* .+/m)
  },
)

test('docs/errors.md has no entry for what there is not', () => {
  const known = [...classes, ...receiverCodes, ...answerCodes, ...serviceCodes]
  expect([...entries.keys()].filter((name) => !known.includes(name))).toEqual([])
})

test('each message that docs/errors.md quotes is one that the SDK says', () => {
  const messages = readText('test/sdk/messages/messages.snap.txt')
  const quoted = matches(page, /^```text\n([\s\S]*?)\n```$/gm)
  expect(quoted.length).toBeGreaterThan(10)
  expect(quoted.filter((message) => !messages.includes(`: ${message}\n`))).toEqual([])
})
