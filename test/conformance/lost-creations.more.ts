import { expect, test } from 'vitest'
import { runChecks, type Context } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { madeUp, named, outcomes } from '../support/judged'
import { registerInRoom } from '../contract/probes/webhook-hosts'
import type { Key } from '../contract/engine/keys'
import { legalService } from './legal/service'
import { plain } from './legal/choices'

test('a service is not blamed for deliveries of events whose creations a gateway lost', async () => {
  const target = createTarget()
  const lost = new Set<string>()
  const fetch = async (request: Request) => {
    const { type } = (
      request.method === 'POST' && request.url.endsWith('/v1/events') ? await request.clone().json() : {}
    ) as { type?: unknown }
    const response = await target.fetch(request)
    if (typeof type !== 'string' || !type.includes('.kind.') || lost.has(type)) return response
    lost.add(type)
    return new Response('', { status: 503 })
  }
  const only = named('deliver-every-type-to-star', 'deliver-every-kind-of-type')
  const { checks: results } = await runChecks({ ...target, fetch }, only, { mode: 'full' })
  expect(lost.size).toBeGreaterThan(10)
  expect(results.slice(0, 2).map(({ id, status }) => [id, status])).toEqual([
    ['deliver-every-kind-of-type', 'passed'],
    ['deliver-every-type-to-star', 'passed'],
  ])
})

test('a webhook whose registration was lost is found in a late list, although a test key has no list', async () => {
  const service = legalService({ ...plain, webhookListLate: 1_000 })
  const fetch = async (request: Request) => {
    const isOfTestKey = request.headers.get('authorization')?.includes('test')
    if (isOfTestKey && request.url.includes('/v1/webhooks')) return new Response('', { status: 404 })
    const response = await service.fetch(request)
    // An answer that is empty is not asked for again, so that the webhook is new when the run ends.
    return request.method === 'POST' ? new Response('{}', { status: 201 }) : response
  }
  const registersOnce = madeUp(async (context) => {
    const body = { url: `https://example.com/${context.prefix}/1`, events: ['order.paid'] }
    await context.call('createWebhook', { key: context.liveKey(), body })
    expect(service.webhooks()).toBeGreaterThan(0)
  })
  const options = { ...service.options, mode: 'full' } as const
  const report = await runChecks({ ...service.target, fetch }, [registersOnce], options)
  expect(outcomes(report)[0]).toEqual(['passed', undefined])
  expect(service.webhooks()).toBe(0)
})

test('an account that is full of lost webhooks is no reason to blame a scoped key or deliveries', async () => {
  const service = legalService({ ...plain, webhookLimit: 3, webhookList: 'not-offered' })
  let lost = 0
  const fetch = async (request: Request) => {
    const isRegistration = request.method === 'POST' && request.url.endsWith('/v1/webhooks')
    const response = await service.fetch(request)
    if (!isRegistration || lost === 3) return response
    lost += 1
    return new Response('', { status: 504 })
  }
  const only = named('create-scoped-key', 'form-of-deliveries')
  const options = { ...service.options, mode: 'full' } as const
  const { checks: results } = await runChecks({ ...service.target, fetch }, only, options)
  expect([lost, service.webhooks()]).toEqual([3, 3])
  const message = expect.stringMatching(/is their number limited/) as string
  const limited = only.map(({ id }) => ({ id, status: 'could-not-run', message }))
  expect(results.slice(0, 2)).toMatchObject(limited)
})

test('a registration whose first answer was lost is known as such also where room was made for it', async () => {
  const key: Key = { kind: 'live', value: 'sk_live_mock', label: '' }
  const answers = [
    { status: 422, resentAfter: 'server-error', fields: {} },
    { status: 200, fields: {} },
    { status: 201, fields: {} },
  ]
  const context = {
    isAlone: true,
    webhooks: new Set(),
    keep: <T>(_name: string, make: () => T) => make(),
    findLostWebhooks: async () => undefined,
    openWebhooks: () => [{ id: 'wh_1', key }],
    call: async () => answers.shift(),
  } as unknown as Context
  const answer = await registerInRoom(context, key, { url: 'https://example.com', events: ['order.paid'] })
  expect(answer).toMatchObject({ status: 201, resentAfter: 'server-error' })
})
