import { expect, test } from 'vitest'
import { createTarget } from '../support/backend'
import { checks, runChecks, type Check } from '@event-delivery/conformance'
import { webhooksOf } from './service'

/** Registers two webhooks with one URL. */
const twoOfOneUrl: Check = {
  id: 'two-of-one-url',
  title: 'two webhooks may have one URL',
  rules: ['WH-1'],
  restsOn: 'POST /v1/webhooks',
  leavesOpen: 'Nothing that matters here.',
  level: 'must',
  mode: 'full',
  needs: ['live-key'],
  async run(context) {
    const body = { url: `https://receiver.test/${context.prefix}/1`, events: [context.unique('type')] }
    for (let count = 0; count < 2; count += 1) {
      await context.call('createWebhook', { key: context.liveKey(), body })
    }
  },
}

test('a webhook whose registration a gateway lost is deleted, also where another one has its URL', async () => {
  const target = createTarget()
  let registrations = 0
  const fetch = async (request: Request) => {
    const response = await target.fetch(request)
    if (request.method !== 'POST') return response
    registrations += 1
    return registrations === 1 ? new Response('', { status: 503 }) : response
  }
  await runChecks({ ...target, fetch }, [twoOfOneUrl], { mode: 'full' })
  expect(registrations).toBe(3)
  expect(await webhooksOf(target)).toEqual([])
})

test('a webhook at a host that is tried for its name is deleted where a gateway lost its registration', async () => {
  const target = createTarget()
  let lost = 0
  const fetch = async (request: Request) => {
    const isOdd =
      request.method === 'POST' && (await request.clone().text()).includes('https://webhook.invalid')
    const response = await target.fetch(request)
    if (!isOdd) return response
    lost += 1
    return lost === 1 ? new Response('', { status: 503 }) : response
  }
  const only = checks.filter(({ id }) => id === 'webhook-choices')
  await runChecks({ ...target, fetch }, only, { mode: 'full' })
  expect(lost).toBe(2)
  expect(await webhooksOf(target)).toEqual([])
})
