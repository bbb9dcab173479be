import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { Agent } from 'undici'
import {
  checks,
  listenForDeliveries,
  type Check,
  type RunOptions,
  type ScopedKey,
  type Target,
} from '@event-delivery/conformance'
import { builtInKeys, type BackendOptions, type Dialect } from '@event-delivery/mock'
import { handlers } from '@event-delivery/mock/msw'
import { serve } from '@event-delivery/mock/node'
import { createTarget, mockKeys } from '../support/backend'
import { startBackend } from '../support/processes'
import { startPrism, violationsOf, type PrismViolation } from '../support/prism'

/** Judges everything that one run can judge. */
export const fullRun: RunOptions = { mode: 'full' }

// The built-in scoped key can only read. Beside one that can only write, the suite judges both sides of every scope.
const writeOnly: ScopedKey = { value: 'sk_live_writeonly_mock', scopes: ['events:write', 'webhooks:write'] }

/** The reference backend without a face, with a key for each side of every scope. */
export function inProcess(options: BackendOptions = {}) {
  const keys = [...builtInKeys, { key: writeOnly.value, scopes: writeOnly.scopes }]
  const target = createTarget({ keys, ...options })
  return { ...target, keys: { ...mockKeys, scoped: [...mockKeys.scoped, writeOnly] } }
}

/** The reference backend behind one of its faces. */
export interface Face {
  target: Target
  close(): Promise<void>
}

/** Puts the backend behind global `fetch`, which MSW intercepts. */
export async function overMsw(dialect: Dialect = {}): Promise<Face> {
  const target = inProcess({ dialect })
  // Nothing listens for plain HTTP (OQ-26).
  const plain = http.all('http://events.test*', () => HttpResponse.error())
  const server = setupServer(...handlers(target.backend, target.baseUrl), plain)
  server.listen({ onUnhandledRequest: 'error' })
  return {
    target: { ...target, fetch: (request) => fetch(request) },
    close: async () => server.close(),
  }
}

/** Starts the backend as a process of its own, over TLS. The suite can neither move its clock nor ask whether it is idle. */
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
      keys: mockKeys,
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

/** An exchange that went through Prism's proxy, and what the proxy found wrong with it. */
export interface ProxiedExchange {
  line: string
  status: number
  violations: PrismViolation[]
}

/** Puts Prism's proxy in front of the backend, which holds every exchange against the document. */
export async function throughPrism(dialect: Dialect = {}): Promise<Face & { exchanges: ProxiedExchange[] }> {
  const target = inProcess({ dialect })
  const server = await serve(target.backend, { port: 0 })
  const prism = await startPrism(server.baseUrl)
  const exchanges: ProxiedExchange[] = []
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

/** The checks that can be judged through Prism: on a path of broken percent-encoding its validator throws and never answers. */
export const judgedThroughPrism: readonly Check[] = checks.filter(
  ({ id }) => id !== 'no-server-error-id-bad-encoding',
)
