import { expect, test } from 'vitest'
import { createTarget } from '../support/backend'
import { runChecks, type Check, type Context } from '@event-delivery/conformance'
import { register } from '../contract/probes/webhooks'
import { dismiss } from '../contract/probes/deletions'
import { madeUp, named } from '../support/judged'
import { changeResponses } from '../support/breakage'
import { webhooksOf } from './service'

const live: Partial<Check> = { rules: ['WH-1'], mode: 'full', needs: ['live-key'] }

/** Has a webhook registered at a URL of the run. */
async function registerAt(context: Context, name: string): Promise<void> {
  const url = `https://receiver.test/${context.prefix}/${name}`
  const body = { url, events: [context.unique('type')] }
  await context.call('createWebhook', { key: context.liveKey(), body })
}

/** Registers two webhooks with one URL. */
const twoOfOneUrl = madeUp(async (context) => {
  for (let count = 0; count < 2; count += 1) await registerAt(context, '1')
}, live)

test('a webhook whose registration a gateway lost is deleted, also where another one has its URL', async () => {
  let registrations = 0
  const losesFirst = changeResponses('createWebhook', (response) => {
    registrations += 1
    return registrations === 1 ? new Response('', { status: 503 }) : response
  })
  const target = createTarget({}, losesFirst)
  await runChecks(target, [twoOfOneUrl], { mode: 'full' })
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
  const registersAndLooks = madeUp(async (context) => {
    await registerAt(context, '1')
    await context.findLostWebhooks()
    areListsLate = false
  }, live)
  await runChecks({ ...target, fetch }, [registersAndLooks], { mode: 'full' })
  expect(registrations).toBe(2)
  expect(await webhooksOf(target)).toEqual([])
})

test('a webhook at a host that is tried for its name is deleted where a gateway lost its registration', async () => {
  let lost = 0
  const losesFirst = changeResponses('createWebhook', async (response, request) => {
    if (!(await request.text()).includes('https://webhook.invalid')) return response
    lost += 1
    return lost === 1 ? new Response('', { status: 503 }) : response
  })
  const target = createTarget({}, losesFirst)
  await runChecks(target, named('webhook-choices'), { mode: 'full' })
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
  const deletes = madeUp(async (context) => {
    await dismiss(context, await register(context))
    left.push(context.openWebhooks().length)
  }, live)
  // The first deletion is that of the host's probe.
  const only = [{ ...deletes, id: 'probes' }, deletes]
  const { checks: results } = await runChecks(losing('DELETE'), only, { mode: 'full' })
  expect(results.slice(0, 2).map(({ status }) => status)).toEqual(['passed', 'passed'])
  expect(left).toEqual([0, 0])
})

test('a webhook whose registration a gateway lost takes nobody the room in a full account', async () => {
  const registers = madeUp(async (context) => {
    await registerAt(context, 'lost')
    const path = { id: String(context.openWebhooks()[0]?.id) }
    await context.call('deleteWebhook', { key: context.liveKey(), path })
    await dismiss(context, await register(context), await register(context))
  }, live)
  const target = losing('POST')
  const { checks: results } = await runChecks(target, [registers], { mode: 'full' })
  expect(results.map(({ status, message }) => [status, message])[0]).toEqual(['passed', ''])
  expect(await webhooksOf(target)).toEqual([])
})
