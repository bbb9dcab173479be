import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createBackend, type Backend, type BackendOptions } from '@event-delivery/mock'
import { createDeliveryFetch } from '@event-delivery/mock/node'
import { mockKeys } from '../support/backend'
import { serveFetch, type NodeServerOptions } from '../support/node-server'

/** The flags that give the command the keys of the reference backend. */
export const keyFlags = ['--live-key', mockKeys.live, '--test-key', mockKeys.test]

/** Makes a folder that is removed when the tests of the file are over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  afterAll(() => rm(folder, { recursive: true }))
  return folder
}

/** The reference backend on a socket of this machine. */
export interface Service {
  backend: Backend
  baseUrl: string
  /** The flags that lead the command there, with keys. */
  flags: string[]
  /** Called and awaited before each answer. */
  beforeAnswer: (request: Request) => unknown
}

/** Starts the reference backend, until the tests of the file are over. */
export async function startService(
  options: BackendOptions = {},
  tls?: NodeServerOptions['tls'],
): Promise<Service> {
  const backend = createBackend({ fetch: createDeliveryFetch(), ...options })
  const answer = async (request: Request) => {
    await service.beforeAnswer(request)
    return backend.fetch(request)
  }
  const { baseUrl } = await serveFetch(answer, { tls, until: afterAll })
  afterAll(() => backend.close())
  const flags = ['--base-url', baseUrl, ...keyFlags]
  const service: Service = { backend, baseUrl, flags, beforeAnswer: () => undefined }
  return service
}

/** The webhooks of both modes that a backend lists. */
export async function webhooksOf(
  { backend }: { backend: Backend },
  list = '/v1/webhooks',
): Promise<unknown[]> {
  const pages = [mockKeys.live, mockKeys.test].map(async (key) => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await backend.fetch(new Request(`https://events.test${list}?limit=100`, { headers }))
    return ((await response.json()) as { data: unknown[] }).data
  })
  return (await Promise.all(pages)).flat()
}
