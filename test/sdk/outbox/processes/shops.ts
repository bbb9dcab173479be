import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createBackend } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { build } from 'esbuild'
import { makeFolder } from '../../../support/folder'
import { root } from '../../../support/root'
import type { Until } from '../../../support/until'
import type { ShopJob } from './shop'

/** Starts processes of a shop. */
export interface Shops {
  /** Starts one, and waits until it works. */
  start(job: ShopJob): Promise<Shop>
}

/** A process of a shop. */
export interface Shop {
  /** Resolves when it has made so many steps. */
  steps(count: number): Promise<void>
  /** Ends it as a power cut would (SIGKILL). */
  kill(): Promise<void>
  /** Asks it to end (SIGTERM). Resolves with its exit status. */
  stop(): Promise<number | null>
}

/** Bundles the program of a shop. `until` ends all that were started. */
export async function makeShops(until: Until, entry = 'test/sdk/outbox/processes/shop.ts'): Promise<Shops> {
  const program = join(await makeFolder(until), 'shop.mjs')
  await build({
    entryPoints: [join(root, entry)],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['pg-native'],
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
    // The driver is CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
  })
  const running = new Set<ChildProcess>()
  until(async () => running.forEach((child) => child.kill('SIGKILL')))
  return {
    async start(job) {
      const child = spawn(process.execPath, [program, JSON.stringify(job)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      running.add(child)
      child.stdin.on('error', () => {})
      let made = 0
      child.stdout.on('data', (text: Buffer) => (made += text.length))
      const ended = once(child, 'close').then(([status]: (number | null)[]) => {
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
      return { steps, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
    },
  }
}

/** An event as the service lists it. */
export interface ListedEvent {
  type: string
  data: Record<string, unknown>
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
    async events(): Promise<ListedEvent[]> {
      const found: ListedEvent[] = []
      let cursor = ''
      do {
        const url = `${baseUrl}/v1/events?limit=100${cursor && `&cursor=${cursor}`}`
        const answer = await fetch(url, { headers: { authorization: 'Bearer sk_live_mock' } })
        const page = (await answer.json()) as { data: ListedEvent[]; nextCursor: string | null }
        found.push(...page.data)
        cursor = page.nextCursor ?? ''
      } while (cursor)
      return found.reverse()
    },
  }
}
