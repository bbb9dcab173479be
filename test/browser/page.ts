// A front end that uses the service and shows each result as a line. It talks to the backend in its service worker or,
// where `?baseUrl=` names one, to a mock elsewhere.
import { setupWorker } from 'msw/browser'
import { createBackend, createClock, createInbox } from '@event-delivery/mock'
import { handlers } from '@event-delivery/mock/msw'
import { EventDelivery } from '@event-delivery/sdk'
import { unwrap } from '@event-delivery/sdk/webhooks'

const apiKey = 'sk_live_mock'
const mocked = 'https://api.events.example'
const given = new URLSearchParams(location.search).get('baseUrl')
const baseUrl = given ?? mocked
const inbox = createInbox()
// The clock stands still, however slow the machine is: a client that was refused stays refused until it is moved.
const clock = createClock()

function show(name: string, value: unknown) {
  const line = document.createElement('li')
  line.dataset.name = name
  line.textContent = JSON.stringify(value)
  document.querySelector('ol')?.append(line)
}

async function intercept() {
  const backend = createBackend({ plan: 'enterprise:4', clock, fetch: inbox.fetch })
  const worker = setupWorker(...handlers(backend, mocked, { origin: location.origin }))
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
}

async function untilRefused() {
  for (let count = 0; count < 50; count++) {
    const response = await fetch(`${baseUrl}/v1/events`, { headers: { authorization: `Bearer ${apiKey}` } })
    if (response.status === 429) return { status: 429, retryAfter: response.headers.get('retry-after') }
  }
  return { status: 200 }
}

async function story() {
  if (given === null) await intercept()
  const client = new EventDelivery({ apiKey, baseUrl, dangerouslyAllowBrowser: true })
  const webhook = await client.webhooks.create({ url: 'https://shop.example/hooks', events: ['*'] })
  const delivered = new Promise<Request>((resolve) => {
    inbox.addEventListener('delivery', ({ request }) => resolve(request))
  })
  const event = await client.events.create({ type: 'order.paid', data: { order: 1042 } })
  show('created', event)
  show('listed', (await client.events.list({ limit: 1 })).data)
  if (given === null) show('delivered', await unwrap(await delivered, { secret: webhook.secret }))
  show('refused', await untilRefused())
  show('recovered', await recoverFromRefusal())
  show('controlled', navigator.serviceWorker.controller !== null)
}

/** Makes a call that is refused at first, and waits as long as Retry-After says. */
async function recoverFromRefusal() {
  const asked: number[] = []
  const client = new EventDelivery({
    apiKey,
    baseUrl,
    dangerouslyAllowBrowser: true,
    async fetch(input, init) {
      const response = await fetch(input, init)
      asked.push(response.status)
      if (response.status === 429) await moveClock()
      return response
    },
  })
  const { type } = await client.events.create({ type: 'order.shipped', data: {} })
  return { type, asked }
}

/** Moves the backend's clock on: here, or by the control API of the mock elsewhere. */
async function moveClock() {
  if (given === null) return clock.advance(1_000)
  const headers = { 'content-type': 'application/json' }
  await fetch(`${given}/__mock/clock/advance`, { method: 'POST', headers, body: '{"seconds":1}' })
}

story().then(
  () => show('done', true),
  (error: unknown) => show('failed', String(error)),
)
