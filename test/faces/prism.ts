import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { fileURLToPath } from 'node:url'

const documentPath = fileURLToPath(new URL('../../openapi/openapi.yaml', import.meta.url))

/** Prism's proxy, which holds every exchange against the document. */
export interface PrismProxy {
  baseUrl: string
  close(): Promise<void>
}

/** Starts the proxy on a free loopback port in front of `upstream`. It reports violations, and refuses nothing. */
export async function startPrismProxy(upstream: string): Promise<PrismProxy> {
  const server = createServer(await getHttpOperationsFromSpec(documentPath), {
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      mock: { dynamic: false },
    },
    components: {
      logger: createLogger('prism', { level: 'silent', customLevels: { success: 31, start: 32 } }),
    },
  })
  const baseUrl = await server.listen(0, '127.0.0.1')
  return { baseUrl, close: () => server.close() }
}

/** What the proxy found wrong with an exchange, from its `sl-violations` header. */
export interface PrismViolation {
  location: string[]
  severity: string
  code: string | number
  message: string
}

/** Reads the violations of a response. Throws when they were too many for the header. */
export function violationsOf(response: Response): PrismViolation[] {
  const header = response.headers.get('sl-violations')
  return header ? (JSON.parse(header) as PrismViolation[]) : []
}
