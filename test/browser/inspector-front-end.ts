// The script of a front end that mounts the inspector. inspector-mount.test.ts bundles it.
import { createBackend } from '@event-delivery/mock'
import { mountInspector } from '@event-delivery/mock/inspector'

const backend = createBackend()
const element = document.querySelector<HTMLElement>('#inspector')
if (!element) throw new Error('There is no place for the inspector.')
const remove = mountInspector(element, backend)

async function send(type: string): Promise<void> {
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const body = JSON.stringify({ type, data: {} })
  await backend.fetch(new Request('https://mock.test/v1/events', { method: 'POST', headers, body }))
}

Object.assign(window, { send, remove })
void send('order.paid')
