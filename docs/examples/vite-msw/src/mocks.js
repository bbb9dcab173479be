import { createBackend, createInbox } from '@event-delivery/mock'
import { mountInspector } from '@event-delivery/mock/inspector'
import { handlers } from '@event-delivery/mock/msw'
import { setupWorker } from 'msw/browser'

const inbox = createInbox()
inbox.addEventListener('delivery', ({ request }) => console.log('delivered to', request.url))

const seed = { webhooks: [{ url: 'https://shop.example/hooks', events: ['*'] }] }
const backend = createBackend({ fetch: inbox.fetch, seed })
const worker = setupWorker(...handlers(backend, 'https://api.events.example', { origin: location.origin }))
await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
mountInspector(document.querySelector('#inspector'), backend)
