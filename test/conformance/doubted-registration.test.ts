import { expect, test } from 'vitest'
import { createTarget } from '../support/backend'
import { checks, runChecks, type Check } from '@event-delivery/conformance'
import { dismiss, register } from '../contract/probes/webhooks'
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

test('a webhook whose registration a gateway lost is deleted, also where the lists show it late', async () => {
  const target = createTarget()
  let registrations = 0
  let areListsLate = true
  const fetch = async (request: Request) => {
    const { method } = request
    if (method === 'GET' && areListsLate) return Response.json({ data: [], hasMore: false })
    if (method !== 'POST') return target.fetch(request)
    registrations += 1
    // The deployment takes each URL once.
    if (registrations > 1) return Response.json({ error: {} }, { status: 409 })
    await target.fetch(request)
    return new Response('', { status: 503 })
  }
  const registersAndLooks: Check = {
    ...twoOfOneUrl,
    async run(context) {
      const body = { url: `https://receiver.test/${context.prefix}/1`, events: [context.unique('type')] }
      await context.call('createWebhook', { key: context.liveKey(), body })
      await context.findLostWebhooks()
      areListsLate = false
    },
  }
  await runChecks({ ...target, fetch }, [registersAndLooks], { mode: 'full' })
  expect(registrations).toBe(2)
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

/** The reference backend behind a gateway that loses the first answer to a method, and may take two webhooks only. */
function losing(method: string) {
  const target = createTarget()
  let isLost = false
  const fetch = async (request: Request) => {
    const { length } = await webhooksOf(target)
    if (request.method === 'POST' && length >= 2) return Response.json({}, { status: 422 })
    const response = await target.fetch(request)
    if (isLost || request.method !== method) return response
    isLost = true
    return new Response('', { status: 503 })
  }
  return { ...target, fetch }
}

test('a webhook whose deletion a gateway lost counts as deleted', async () => {
  const left: number[] = []
  const deletes: Check = {
    ...twoOfOneUrl,
    async run(context) {
      await dismiss(context, await register(context))
      left.push(context.openWebhooks().length)
    },
  }
  // The first deletion is that of the host's probe.
  const only = [{ ...deletes, id: 'probes' }, deletes]
  const { checks: results } = await runChecks(losing('DELETE'), only, { mode: 'full' })
  expect(results.slice(0, 2).map(({ status }) => status)).toEqual(['passed', 'passed'])
  expect(left).toEqual([0, 0])
})

test('a webhook whose registration a gateway lost takes nobody the room in a full account', async () => {
  const registers: Check = {
    ...twoOfOneUrl,
    async run(context) {
      const key = context.liveKey()
      const url = `https://receiver.test/${context.prefix}/lost`
      await context.call('createWebhook', { key, body: { url, events: [context.unique('type')] } })
      await context.call('deleteWebhook', { key, path: { id: String(context.openWebhooks()[0]?.id) } })
      await dismiss(context, await register(context), await register(context))
    },
  }
  const target = losing('POST')
  const { checks: results } = await runChecks(target, [registers], { mode: 'full' })
  expect(results.map(({ status, message }) => [status, message])[0]).toEqual(['passed', ''])
  expect(await webhooksOf(target)).toEqual([])
})
