import { fileURLToPath } from 'node:url'

const documentPath = fileURLToPath(new URL('../../openapi/openapi.yaml', import.meta.url))

/**
 * Starts Prism on a free loopback port. It prints nothing: its log would cost it half its speed. It is Prism's proxy in front of `upstream`, which holds every exchange against the document, reports violations and
 * refuses nothing; or, without `upstream`, Prism's mock of the document. The document is the project's unless given.
 */
export async function startPrism(upstream?: string, document: string | object = documentPath) {
  // Loaded on demand: to load Prism takes more than a second of the processor, and most tests of the faces do not start it.
  const [{ createLogger }, { getHttpOperationsFromSpec }, { createServer }] = await Promise.all([
    import('@stoplight/prism-core'),
    import('@stoplight/prism-http'),
    import('@stoplight/prism-http-server'),
  ])
  const shared = {
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    mock: { dynamic: false },
    upstreamProxy: undefined,
  }
  const server = createServer(await getHttpOperationsFromSpec(document), {
    cors: false,
    config:
      upstream === undefined
        ? { ...shared, isProxy: false }
        : { ...shared, isProxy: true, upstream: new URL(upstream) },
    components: {
      logger: createLogger('prism', { level: 'silent', customLevels: { success: 31, start: 32 } }),
    },
  })
  const baseUrl = await server.listen(0, '127.0.0.1')
  return { baseUrl, close: () => server.close() }
}

/** A violation of the document that the proxy found in an exchange. */
export interface PrismViolation {
  location: string[]
  severity: string
  code: string | number
  message: string
}

/** Reads the violations of a response that came through the proxy. Throws when they were too many for the header. */
export function violationsOf(response: Response): PrismViolation[] {
  const header = response.headers.get('sl-violations')
  return header ? (JSON.parse(header) as PrismViolation[]) : []
}
