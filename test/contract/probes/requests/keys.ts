import { scopedKeys } from '../scoped-keys'
import { typeOf } from './events'
import type { PlannedRequest, Means } from './planned-request'
import type { Scope } from '../../../../generated/operations'
import { CouldNotRun, NotApplicable, hasScope, type Key } from '../../engine/check'

/** A scoped key that lacks a scope, given or made. */
async function keyWithout(scope: Scope, { context }: Means): Promise<Key> {
  const key = (await scopedKeys(context)).find((one) => !hasScope(one, scope))
  if (key) return key
  throw new NotApplicable(`There is no key without ${scope}.`, '--scoped-key SCOPE[,SCOPE]=KEY')
}

/** Requests with keys that permit less than all. */
export const keyRequests: readonly PlannedRequest[] = [
  {
    name: 'no-scope-to-read',
    title: 'list with a key that lacks the scope',
    operation: 'listEvents',
    mode: 'read-only',
    situation: 'missingScope',
    request: async (means) => ({
      key: await keyWithout('events:read', means),
      odd: true,
      value: 'events:read',
    }),
  },
  {
    name: 'no-scope-to-write',
    title: 'creation with a key that lacks the scope',
    operation: 'createEvent',
    mode: 'full',
    situation: 'missingScope',
    async request(means) {
      const body = { type: typeOf(means, 'no-scope'), data: { run: means.context.prefix } }
      return { key: await keyWithout('events:write', means), body, odd: true, value: 'events:write' }
    },
  },
  {
    name: 'ended-key',
    title: 'list with a key that has ended',
    operation: 'listEvents',
    mode: 'read-only',
    situation: 'expiredKey',
    request({ context }) {
      const [key] = context.keys('expired')
      if (!key) throw new NotApplicable('There is no key that has ended.', '--expired-key')
      return { key, odd: true }
    },
  },
  {
    name: 'webhook-with-test-key',
    title: 'registration of a webhook with a test key',
    operation: 'createWebhook',
    mode: 'full',
    situation: 'testWebhook',
    resource: 'webhook',
    async request(means) {
      const { context } = means
      const key = context.usableKeys().find(({ kind }) => kind === 'test')
      if (!key) throw new CouldNotRun('There is no test key.', '--test-key')
      const url = await means.webhookUrl('webhook-with-test-key')
      return { key, body: { url, events: [typeOf(means, 'test')] }, odd: true }
    },
  },
]
