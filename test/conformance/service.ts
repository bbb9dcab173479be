import { afterAll } from 'vitest'
import { createBackend, type Backend, type BackendOptions } from '@event-delivery/mock'
import { createDeliveryFetch } from '@event-delivery/mock/node'
import { mockKeys } from '../support/backend'
import type { Breakage, Fetch } from '../support/breakage'
import { serveFetch, type NodeServerOptions } from '../support/node-server'

/** The flags that give the command the keys of the reference backend. */
export const keyFlags = ['--live-key', mockKeys.live, '--test-key', mockKeys.test]

/** Serves answers on a socket of this machine, until the tests of the file are over. */
export async function serveAnswers(answer: Fetch, tls?: NodeServerOptions['tls']) {
  const { baseUrl } = await serveFetch(answer, { tls, until: afterAll })
  /** The flags that lead the command there, with the keys of the reference backend. */
  const flags = ['--base-url', baseUrl, ...keyFlags]
  return { baseUrl, flags }
}

/** The reference backend on a socket of this machine. */
export interface Service extends Awaited<ReturnType<typeof serveAnswers>> {
  backend: Backend
  /** Called and awaited before each answer. */
  beforeAnswer: (request: Request) => unknown
}

/** Starts the reference backend, as it is or broken, until the tests of the file are over. */
export async function startService(
  options: BackendOptions = {},
  { tls, breakage = () => ({}) }: { tls?: NodeServerOptions['tls']; breakage?: Breakage } = {},
): Promise<Service> {
  const hooks = breakage()
  const outgoing = createDeliveryFetch()
  const deliver = hooks.deliver?.((request) => outgoing(request))
  const backend = createBackend({
    fetch: deliver ? (input, init) => deliver(new Request(input, init)) : outgoing,
    ...options,
  })
  const answer = async (request: Request) => {
    await service.beforeAnswer(request)
    return backend.fetch(request)
  }
  const served = await serveAnswers(hooks.fetch?.(answer) ?? answer, tls)
  afterAll(() => backend.close())
  const service: Service = { ...served, backend, beforeAnswer: () => undefined }
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
