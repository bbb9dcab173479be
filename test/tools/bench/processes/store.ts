// Times pages at random cursors of a backend with few and with many events, and measures the heap of an event.
import { createBackend, createMemoryStore, type Backend, type Store } from '@event-delivery/mock'
import { cursorAt } from '../../../../mock/http/cursor'

const [few, many] = [1_000, 1_000_000]
const start = Date.UTC(2026, 0, 1)

function collect(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

interface Filled {
  backend: Backend
  store: Store
}

async function filled(count: number): Promise<Filled> {
  const store = createMemoryStore()
  const backend = createBackend({ store })
  await backend.waitForIdle({ timeout: 600_000 })
  for (let index = 0; index < count; index++) {
    const id = `evt_${String(index).padStart(26, '0')}`
    const created = new Date(start + index * 10).toISOString()
    const json = `{"id":"${id}","type":"order.paid","created":"${created}","data":{"order":${index}}}`
    await store.ingest({
      now: start,
      deliver: false,
      // A string of its own for each event, as parsing a request makes one.
      event: { id, mode: 'live', type: 'order.paid', created, json: Buffer.from(json).toString() },
    })
  }
  return { backend, store }
}

async function microsecondsPerPage({ backend, store }: Filled, count: number): Promise<number> {
  const pages = 3_000
  const place = { list: 'events', mode: 'live', order: 'newest-first', epoch: store.epoch() } as const
  const cursors = Array.from({ length: pages }, () => {
    const position = 20 + Math.floor(Math.random() * (count - 20))
    return cursorAt(position, place)
  })
  const headers = { authorization: 'Bearer sk_live_mock' }
  const requests = cursors.map(
    (cursor) => new Request(`http://mock.test/v1/events?limit=20&cursor=${cursor}`, { headers }),
  )
  const begun = performance.now()
  for (const request of requests) {
    const { status } = await backend.answer(request)
    if (status !== 200) throw new Error(`A page was answered with ${status}.`)
  }
  return ((performance.now() - begun) * 1_000) / pages
}

const small = await filled(few)
const empty = collect()
const large = await filled(many)
const bytesPerEvent = (collect() - empty) / many
const samples: { few: number[]; many: number[] } = { few: [], many: [] }
for (let round = 0; round < 6; round++) {
  const [a, b] = [await microsecondsPerPage(small, few), await microsecondsPerPage(large, many)]
  // The first round is a warm-up.
  if (round === 0) continue
  samples.few.push(a)
  samples.many.push(b)
}
process.stdout.write(JSON.stringify({ bytesPerEvent, ...samples }))
