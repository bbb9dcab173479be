import { readFile, writeFile } from 'node:fs/promises'
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
import { makeFolder } from '../support/folder'
import { startBackend } from '../support/processes'
import { startPrism, violationsOf, type PrismViolation } from '../support/prism'
import type { Until } from '../support/until'

/** Judges everything that one run can judge. On a busy machine a face such as Prism may take long to answer fifty requests at once. */
export const fullRun: RunOptions = { mode: 'full', requestTimeout: 120_000 }

// The built-in scoped key can only read. Beside one that can only write, the suite judges both sides of every scope.
const writeOnly: ScopedKey = { value: 'sk_live_writeonly_mock', scopes: ['events:write', 'webhooks:write'] }

/** The reference backend without a face, with a key for each side of every scope. */
export function inProcess(options: BackendOptions = {}) {
  const keys = [...builtInKeys, { key: writeOnly.value, scopes: writeOnly.scopes }]
  const target = createTarget({ keys, ...options })
  return { ...target, keys: { ...mockKeys, scoped: [...mockKeys.scoped, writeOnly] } }
}

/** Puts the reference backend behind one of its faces, which `until` has taken down. */
export type OpenFace = (until: Until, dialect?: Dialect) => Promise<Target>

/** Puts the backend behind global `fetch`, which MSW intercepts. */
export const overMsw: OpenFace = async (until, dialect = {}) => {
  const target = inProcess({ dialect })
  // Nothing listens for plain HTTP (OQ-26).
  const plain = http.all('http://events.test*', () => HttpResponse.error())
  const server = setupServer(...handlers(target.backend, target.baseUrl), plain)
  server.listen({ onUnhandledRequest: 'error' })
  until(async () => server.close())
  return { ...target, fetch: (request) => fetch(request) }
}

/** Starts the backend as a process of its own, over TLS. The suite can neither move its clock nor ask whether it is idle. */
export const overHttps: OpenFace = async (until, dialect = {}) => {
  const file = join(await makeFolder(until), 'dialect.json')
  await writeFile(file, JSON.stringify(dialect))
  const backend = await startBackend(['--dialect', file])
  until(() => backend.stop())
  const receiver = await listenForDeliveries()
  until(() => receiver.close())
  const dispatcher = new Agent({ connect: { ca: await readFile(backend.ca, 'utf8') } })
  until(() => dispatcher.close())
  return {
    baseUrl: backend.baseUrl,
    fetch: (request) => fetch(request, { dispatcher } as RequestInit),
    keys: mockKeys,
    receiver,
  }
}

/** An exchange that went through Prism's proxy, and what the proxy found wrong with it. */
export interface ProxiedExchange {
  line: string
  status: number
  violations: PrismViolation[]
}

/** Puts Prism's proxy in front of the backend, which holds every exchange against the document. */
export async function throughPrism(until: Until, dialect: Dialect = {}) {
  const target = inProcess({ dialect })
  const server = await serve(target.backend, { port: 0 })
  until(() => server.close())
  const prism = await startPrism(server.baseUrl)
  until(() => prism.close())
  const exchanges: ProxiedExchange[] = []
  return {
    ...target,
    exchanges,
    baseUrl: prism.baseUrl,
    async fetch(request: Request) {
      const response = await fetch(request)
      const line = `${request.method} ${new URL(request.url).pathname}`
      exchanges.push({ line, status: response.status, violations: violationsOf(response) })
      return response
    },
  }
}

/** The checks that can be judged through Prism: on a path of broken percent-encoding its validator throws and never answers. */
export const judgedThroughPrism: readonly Check[] = checks.filter(
  ({ id }) => id !== 'no-server-error-id-bad-encoding',
)
