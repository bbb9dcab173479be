// The script of a front end that mounts the inspector. inspector-mount.more.ts bundles it. Its address says with which seed the ids of
// its backend are made, and whether a session is used.
import { createBackend, createClock, createSeededRandom } from '@event-delivery/mock'
import { mountInspector } from '@event-delivery/mock/inspector'

const given = new URLSearchParams(location.search)
const backend = createBackend({
  random: createSeededRandom(Number(given.get('seed') ?? 1)),
  clock: createClock({ now: Date.UTC(2026, 10, 21, 3) }),
})
const element = document.querySelector<HTMLElement>('#inspector')
if (!element) throw new Error('There is no place for the inspector.')

async function send(type: string, session?: string): Promise<void> {
  const headers = new Headers({ authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' })
  if (session !== undefined) headers.set('x-mock-session', session)
  const body = JSON.stringify({ type, data: {} })
  await backend.fetch(new Request('https://mock.test/v1/events', { method: 'POST', headers, body }))
}

await send('order.paid')
const session = given.get('session')
if (session !== null) await send('order.kept', session)
const remove = mountInspector(element, backend)
Object.assign(window, { send, remove })
