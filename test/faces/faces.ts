import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { Agent } from 'undici'
import { checks, listenForDeliveries, type Check, type Target } from '@event-delivery/conformance'
import type { Dialect } from '@event-delivery/mock'
import { handlers } from '@event-delivery/mock/msw'
import { serve } from '@event-delivery/mock/node'
import { startBackend } from '../processes'
import { inProcess } from './in-process'
import { startPrismProxy, violationsOf, type PrismViolation } from './prism'

/** The reference backend behind one of its faces, as the suite meets it. */
export interface Face {
  target: Target
  close(): Promise<void>
}

/** Through global `fetch`, which MSW intercepts. */
export async function overMsw(dialect: Dialect = {}): Promise<Face> {
  const { backend, target } = inProcess({ dialect })
  // Nothing listens for plain HTTP (OQ-26).
  const plain = http.all('http://events.test*', () => HttpResponse.error())
  const server = setupServer(...handlers(backend, target.baseUrl), plain)
  server.listen({ onUnhandledRequest: 'error' })
  return {
    target: { ...target, fetch: (request) => fetch(request) },
    close: async () => server.close(),
  }
}

/** Over TLS, as a process of its own that trusts and knows nothing of this one. */
export async function overHttps(dialect: Dialect = {}): Promise<Face> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-face-'))
  const file = join(folder, 'dialect.json')
  await writeFile(file, JSON.stringify(dialect))
  const backend = await startBackend(['--dialect', file])
  const receiver = await listenForDeliveries()
  const dispatcher = new Agent({ connect: { ca: await readFile(backend.ca, 'utf8') } })
  return {
    target: {
      baseUrl: backend.baseUrl,
      fetch: (request) => fetch(request, { dispatcher } as RequestInit),
      keys: {
        live: 'sk_live_mock',
        test: 'sk_test_mock',
        scoped: [{ value: 'sk_live_readonly_mock', scopes: ['events:read', 'webhooks:read'] }],
        expired: 'sk_live_expired_mock',
      },
      receiver,
    },
    async close() {
      await receiver.close()
      await dispatcher.close()
      await backend.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** What went through Prism's proxy, and what it found wrong with it. */
export interface Exchange {
  line: string
  status: number
  violations: PrismViolation[]
}

/** Through Prism's proxy, which holds every exchange against the document. */
export async function throughPrism(dialect: Dialect = {}): Promise<Face & { exchanges: Exchange[] }> {
  const { backend, target } = inProcess({ dialect })
  const server = await serve(backend, { port: 0 })
  const prism = await startPrismProxy(server.baseUrl)
  const exchanges: Exchange[] = []
  return {
    exchanges,
    target: {
      ...target,
      baseUrl: prism.baseUrl,
      async fetch(request) {
        const response = await fetch(request)
        const line = `${request.method} ${new URL(request.url).pathname}`
        exchanges.push({ line, status: response.status, violations: violationsOf(response) })
        return response
      },
    },
    async close() {
      await prism.close()
      await server.close()
    },
  }
}

/** What can be judged through Prism: its validator throws on a path that is no percent-encoding, and never answers. */
export const judgedThroughPrism: readonly Check[] = checks.filter(
  ({ id }) => id !== 'no-server-error-id-bad-encoding',
)
