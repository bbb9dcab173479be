import { createFakeClock } from '@event-delivery/sdk/testing'
import { createBackend } from '@event-delivery/mock'

/** The faults that a request can meet on its way to the service, in it, and on the way back. */
export const faults = [
  'none',
  'refused',
  'reset before',
  'reset after',
  'truncated',
  'slow before',
  'slow after',
  '429',
  '408',
  '503 before',
  '500 after',
  'html before',
  'html after',
] as const

export type Fault = (typeof faults)[number]

type Send = (url: string, init?: RequestInit) => Promise<Response>

/** A service without a socket, and the faulty way to it. */
export type FaultyService = ReturnType<typeof startFaultyService>

const never = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  )

const broken = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

const html = () =>
  new Response('<html>proxy</html>', { status: 200, headers: { 'content-type': 'text/html' } })

/** Starts a service. `plans` are the faults that the requests for each event meet, one after the other. */
export function startFaultyService(plans: Fault[][], retryAfter: string) {
  let busy = 0
  const clock = createFakeClock({ auto: () => busy === 0 })
  const backend = createBackend({ clock })
  const left = plans.map((plan) => [...plan])

  const serve: Send = async (url, init = {}) => {
    busy++
    try {
      return await backend.fetch(new Request(url, { ...init, signal: null }))
    } finally {
      busy--
    }
  }

  return {
    /** Moves to its next timer as soon as the service has answered all that it was sent. */
    clock,
    backend,
    /** Sends a request without a fault. */
    serve,
    /** Sends the creation of an event whose `data.n` is the number of a plan, with the next fault of that plan. */
    async faulty(url: string, init: RequestInit = {}): Promise<Response> {
      const { data } = JSON.parse(init.body as string) as { data: { n: number } }
      const fault = left[data.n]?.shift() ?? 'none'
      if (fault === 'refused') throw broken('ECONNREFUSED')
      if (fault === 'reset before') throw broken('ECONNRESET')
      if (fault === 'slow before') return never(init.signal)
      if (fault === '429') return new Response('{}', { status: 429, headers: { 'retry-after': retryAfter } })
      if (fault === '408' || fault === '503 before') return new Response('', { status: +fault.slice(0, 3) })
      if (fault === 'html before') return html()
      const response = await serve(url, init)
      if (fault === 'reset after') throw broken('ECONNRESET')
      if (fault === 'slow after') return never(init.signal)
      if (fault === '500 after') return new Response('{}', { status: 500 })
      if (fault === 'html after') return html()
      if (fault === 'truncated') return new Response((await response.text()).slice(0, 40), response)
      return response
    },
    /** The ids of the events that the service has, by their `data.n`. */
    async stored() {
      const ids = new Map<number, string[]>()
      for (let cursor: string | null = ''; cursor !== null;) {
        const url = `https://mock.test/v1/events?limit=100${cursor && `&cursor=${cursor}`}`
        const answer = await serve(url, { headers: { authorization: 'Bearer sk_live_mock' } })
        type Page = { data: { id: string; data: { n: number } }[]; nextCursor: string | null }
        const page = (await answer.json()) as Page
        for (const { id, data } of page.data) ids.set(data.n, [...(ids.get(data.n) ?? []), id])
        cursor = page.nextCursor
      }
      return ids
    },
  }
}
