import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hooks, RequestEvent, SendEvent } from '@event-delivery/sdk'
import { scriptedFetch } from '@event-delivery/sdk/testing'
import { expect, test } from 'vitest'
import { clientOf, created, failing, input, stored } from './client'

test('fetch runs in the context of a send hook that sends at once', async () => {
  const context = new AsyncLocalStorage<string>()
  let found: string | undefined
  const fetch = scriptedFetch((...request) => {
    found = context.getStore()
    return created(...request)
  })
  const hooks: Hooks = { send: ({ send }) => context.run('sending', send) }
  await clientOf(fetch, { hooks }).client.events.create(input)
  expect(found).toBe('sending')
})

test('a send hook gets the headers of its request hook, without the key', async () => {
  const prepared: RequestEvent[] = []
  const sent: SendEvent[] = []
  const hooks: Hooks = {
    request: (event) => void prepared.push(event),
    send: (event) => void sent.push(event),
  }
  await clientOf(scriptedFetch(failing(503), created), { hooks }).client.events.create(input)
  expect(sent).toHaveLength(2)
  expect(sent.map(({ headers }) => headers)).toEqual(prepared.map(({ headers }) => headers))
  for (const [index, { headers }] of sent.entries()) {
    expect(headers).toBe(prepared[index]?.headers)
    expect([...headers.keys()]).not.toContain('authorization')
  }
})

test.each<[string, NonNullable<Hooks['send']>]>([
  [
    'throws',
    () => {
      throw new Error('broken')
    },
  ],
  ['rejects', () => Promise.reject(new Error('broken'))],
  ['hangs', () => new Promise(() => {})],
  ['does not send', () => {}],
  ['sends twice', ({ send }) => (send(), send())],
  ['sends late', async ({ send }) => (await Promise.resolve(), send())],
])('a send hook that %s changes nothing', async (_, send) => {
  const fetch = scriptedFetch(created)
  expect(await clientOf(fetch, { hooks: { send } }).client.events.create(input)).toEqual(stored)
  expect(fetch.requests).toHaveLength(1)
})
