import type { RequestError } from '@event-delivery/sdk'
import { refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { operations } from '../../generated/operations'
import { callOf, clientOf, rejection } from './client'
import { answers } from './messages/answers'
import { callArguments } from './messages/arguments'
import type { Case } from './messages/case'
import { connections } from './messages/connections'
import { deliveries } from './messages/deliveries'
import { options } from './messages/options'

const chapters = { answers, connections, options, arguments: callArguments, deliveries }

/** The name, the parameter, the outcome and the message of the error of a case. */
async function messageOf(make: Case): Promise<string> {
  try {
    await make()
  } catch (error) {
    const { name, message, param, outcome } = error as Partial<RequestError & { param: string }>
    const facts = [param, outcome].filter(Boolean).join(', ')
    return `${name}${facts && ` (${facts})`}: ${message}`
  }
  return 'no error'
}

test.each(Object.values(operations))(
  'a refusal of $id names the scope that it needs',
  async ({ id, scope, method, path }) => {
    const dialect = { operations: { [id]: `${method} ${path}` } }
    const { client } = clientOf(scriptedFetch(refuse(403, 'insufficient_scope')), { dialect })
    const error = await rejection(callOf(client, operations[id]) as PromiseLike<unknown>)
    expect(String(error)).toContain(
      scope ? `Use a key with the scope ${scope}.` : 'Use a key that permits this',
    )
  },
)

test('every message says what happened and what to do', async () => {
  const lines: string[] = []
  for (const [chapter, cases] of Object.entries(chapters)) {
    lines.push(`# ${chapter}`, '')
    for (const [title, make] of Object.entries(cases)) lines.push(title, `    ${await messageOf(make)}`, '')
  }
  expect(lines.filter((line) => line.includes('no error'))).toEqual([])
  await expect(lines.join('\n')).toMatchFileSnapshot('messages/messages.snap.txt')
})
