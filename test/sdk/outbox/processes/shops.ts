import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { createBackend } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { serveListener } from '../../../support/node-server'
import type { Until } from '../../../support/until'
import { bundle, startProgram } from '../../processes/bundle'
import type { ShopJob } from './shop'

/** Starts processes of a shop. */
export type Shops = Awaited<ReturnType<typeof makeShops>>

/** A process of a shop. */
export type Shop = Awaited<ReturnType<Shops['start']>>

/** Bundles the program of a shop. `until` ends all that were started. */
export async function makeShops(until: Until) {
  const program = await bundle(until, 'outbox/processes/shop.ts')
  const running = new Set<ChildProcess>()
  until(async () => running.forEach((child) => child.kill('SIGKILL')))
  return {
    /** Starts one, and waits until it works. */
    async start(job: ShopJob) {
      const { child, closed } = startProgram(program, job)
      running.add(child)
      let made = 0
      child.stdout.on('data', (text: Buffer) => (made += text.length))
      const ended = closed.then(([status]: (number | null)[]) => {
        running.delete(child)
        return status ?? null
      })
      const began = await Promise.race([once(child.stdout, 'data'), ended])
      if (!Array.isArray(began)) throw new Error('The shop ended before it worked.')
      const end = async (signal: NodeJS.Signals) => {
        child.kill(signal)
        return ended
      }
      const steps = async (count: number) => {
        while (made < count && running.has(child)) await Promise.race([once(child.stdout, 'data'), ended])
      }
      return {
        /** Resolves when it has made so many steps. */
        steps,
        /** Ends it as a power cut would. */
        kill: async () => void (await end('SIGKILL')),
        /** Lets it stand still, as a machine that is suspended does. */
        suspend: () => void child.kill('SIGSTOP'),
        /** Lets it go on. */
        resume: () => void child.kill('SIGCONT'),
        /** Asks it to end. Resolves with its exit status. */
        stop: () => end('SIGTERM'),
      }
    },
  }
}

/** A service over HTTP that remembers no key: each request makes an event. It notes the keys of the requests, oldest first. */
export async function startForgetfulService(until: Until) {
  const requests: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { type, data, idempotencyKey } = (await json(request)) as Record<string, string>
    const count = requests.push(idempotencyKey ?? '')
    const event = { id: `evt_${count}`, type, created: new Date().toISOString(), data }
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(event))
  }
  const { baseUrl } = await serveListener((...exchange) => void answer(...exchange), { until })
  return { baseUrl, requests }
}

/** A service over HTTP, three tenths of whose answers are faults. */
export async function startFaultyService(until: Until, seed: number) {
  const backend = createBackend()
  const { baseUrl, close } = await serve(backend, { port: 0 })
  until(() => close())
  const faults = [
    { kind: 'reset', probability: 0.06 },
    { kind: 'reset-after-commit', probability: 0.08 },
    { kind: 'truncated', probability: 0.05 },
    { kind: 'html', status: 200, probability: 0.03 },
    { kind: 'status', status: 503, probability: 0.05 },
    { kind: 'status', status: 429, retryAfter: 1, probability: 0.03 },
  ]
  for (const [n, fault] of faults.entries()) {
    const answer = await fetch(`${baseUrl}/__mock/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fault, operation: 'createEvent', seed: seed + n }),
    })
    if (!answer.ok) throw new Error(`The service takes no faults: ${await answer.text()}`)
  }
  return {
    baseUrl,
    /** All events, oldest first. Read without the SDK, which is under test. */
    async events() {
      type Page = { data: { data: Record<string, unknown> }[]; nextCursor: string | null }
      const found: Page['data'] = []
      let cursor = ''
      do {
        const url = `${baseUrl}/v1/events?limit=100${cursor && `&cursor=${cursor}`}`
        const answer = await fetch(url, { headers: { authorization: 'Bearer sk_live_mock' } })
        const page = (await answer.json()) as Page
        found.push(...page.data)
        cursor = page.nextCursor ?? ''
      } while (cursor)
      return found.reverse()
    },
  }
}
