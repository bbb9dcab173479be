import { checks, createInProcessReceiver, runChecks } from '@event-delivery/conformance'
import { createBackend } from '@event-delivery/mock'
import { EventDelivery } from '@event-delivery/sdk'

/** Something that a user does, whose walk is counted. */
export interface Act {
  name: string
  title: string
  /** The files that are not of its product: those of what it talks to, and those of this tool. */
  leaves: RegExp
  run: () => Promise<unknown>
}

const baseUrl = 'https://mock.test'
const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

function post(path: string, body: unknown): Request {
  return new Request(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

let created = 0
const newEvent = () =>
  post('/v1/events', { type: 'order.paid', data: {}, idempotencyKey: `key-${created++}` })

function creationInSdk(): Act {
  const event = { id: 'evt_1', type: 'order.paid', created: '2026-11-21T03:00:00.000Z', data: {} }
  const fetch = () => Promise.resolve(Response.json(event, { status: 201 }))
  const client = new EventDelivery({ apiKey: 'sk_test_mock', baseUrl, fetch })
  return {
    name: 'sdk',
    title: 'a creation in the SDK',
    leaves: /^test\//,
    run: () => client.events.create({ type: 'order.paid', data: {} }),
  }
}

function creationInMock(): Act {
  const backend = createBackend()
  return {
    name: 'post',
    title: 'a POST in the mock',
    leaves: /^test\//,
    run: async () => (await backend.fetch(newEvent())).text(),
  }
}

async function delivery(): Promise<Act> {
  const fetch = () => Promise.resolve(new Response(null, { status: 204 }))
  const backend = createBackend({ fetch })
  await backend.fetch(post('/v1/webhooks', { url: 'https://receiver.test/hook', events: ['*'] }))
  return {
    name: 'delivery',
    title: 'a POST with its delivery',
    leaves: /^test\//,
    async run() {
      await (await backend.fetch(newEvent())).text()
      // Deliveries go on by themselves. `waitForIdle` would add its own functions to the walk.
      await new Promise((resolve) => setTimeout(resolve, 20))
    },
  }
}

function check(): Act {
  const receiver = createInProcessReceiver()
  const backend = createBackend({ fetch: receiver.fetch })
  const keys = { live: 'sk_live_mock', test: 'sk_test_mock' }
  const target = { baseUrl, keys, receiver, fetch: (request: Request) => backend.fetch(request) }
  const one = checks.filter(({ id }) => id === 'idempotency-replay')
  return {
    name: 'check',
    title: 'a run of one check of the suite',
    // The validators of requests are those with which the backend that it talks to judges what it gets.
    leaves: /^(src|mock|generated\/request-validators|test\/(?!contract\/))/,
    run: () => runChecks(target, one, { mode: 'full' }),
  }
}

/** Every act, ready to be done. */
export const acts = async (): Promise<Act[]> => [creationInSdk(), creationInMock(), await delivery(), check()]
