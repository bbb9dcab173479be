import { openApiDocument } from '../../document/document'
import type { Answer } from '../../http/answer'
import { completeFor } from '../../http/arrival'
import type { BodyReader } from '../../http/request-body'
import type { Logger } from '../../settings/logger'
import { serve } from '../node/serve'
import type { ServedBackend } from '../node/handler'
import { documentPath, loadPrism, type PrismServer } from './load'

const host = '127.0.0.1'
const timeout = 30_000
const largestBody = 10 * 1024 * 1024
// Headers that concern one hop alone (RFC 9110 section 7.6.1), or that the next hop makes anew.
const notForwarded = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']
// The outer server has judged the page behind a request. Prism and the inner server are not asked by a page.
const ofPages = ['origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

/** Prism in place of a backend, ready to be served. */
export interface PrismFace extends ServedBackend {
  /** How many answers violated the document. */
  readonly violations: number
  close(): Promise<void>
}

/**
 * Prism's stateless mock of the document of the default dialect. For the statuses that the interface's own document leaves open, Prism
 * would choose any, such as 422. Throws a `PrismMissingError`.
 */
export async function createStaticFace(logger: Logger): Promise<PrismFace> {
  const prism = await startPrism(openApiDocument(), { isProxy: false })
  return {
    violations: 0,
    // There is nothing to control, and no data to protect.
    exposed: true,
    expose: async () => {},
    answer: (request, read) => requestThrough(prism.baseUrl, request, read).catch(noAnswer(logger)),
    close: prism.close,
  }
}

/**
 * Prism's proxy in front of a backend. Each answer that violates the document, even by a warning only, is logged and
 * counted, and has Prism's `sl-violations` header. Throws a `PrismMissingError`.
 */
export async function createValidatingFace(backend: ServedBackend, logger: Logger): Promise<PrismFace> {
  const upstream = await serve(
    { answer: (...request) => backend.answer(...request).then(withCutAsHeader) },
    { port: 0, host },
  )
  const prism = await startPrism(documentPath(), {
    isProxy: true,
    upstream: new URL(upstream.baseUrl),
  }).catch(async (error: unknown) => {
    await upstream.close()
    throw error
  })
  let violations = 0

  function reportViolations(request: Request, { status, headers }: Answer) {
    // An answer with a fault violates the document on purpose.
    if ('mock-fault' in headers || /fault=/.test(headers['preference-applied'] ?? '')) return
    const found = violationsIn(headers['sl-violations'])
    for (const { part, message } of found) {
      logger.warn?.(`${request.method} ${new URL(request.url).pathname} ${status}: ${part} ${message}`)
    }
    if (found.some(({ part }) => part !== 'request')) violations++
  }

  return {
    get violations() {
      return violations
    },
    get exposed() {
      return backend.exposed
    },
    expose: backend.expose,
    record: backend.record,
    async answer(request, read, peer) {
      // Paths outside the document go past Prism, as do broken escapes, on which its validator throws.
      if (!/\/v1\//.test(request.url) || !isWellEncoded(request.url))
        return backend.answer(request, read, peer)
      if (request.method === 'OPTIONS' || request.method === 'HEAD')
        return backend.answer(request, read, peer)
      const answer = withCutRestored(
        await requestThrough(prism.baseUrl, request, read).catch(noAnswer(logger)),
      )
      reportViolations(request, answer)
      return completeFor(request, answer)
    },
    async close() {
      await prism.close()
      await upstream.close()
    },
  }
}

const cutHeader = 'mock-cut'

/** Prism cannot pass on a connection that is cut off, so it gets the whole answer, and the cut as a header. */
function withCutAsHeader({ cut, ...answer }: Answer): Answer {
  return cut ? { ...answer, headers: { ...answer.headers, [cutHeader]: cut } } : answer
}

function withCutRestored(answer: Answer): Answer {
  const { [cutHeader]: cut, ...headers } = answer.headers
  return cut === 'reset' || cut === 'truncated' ? { ...answer, headers, cut } : answer
}

/** Reads Prism's header of violations. When they are many, Prism cuts the header off; it is then reported as text. */
export function violationsIn(header: string | undefined): { part: string; message: string }[] {
  if (header === undefined) return []
  try {
    const found = JSON.parse(header) as { location?: string[]; message: string }[]
    return found.map(({ location = [], message }) => ({
      part: location[0] ?? 'response',
      message: `${location.slice(1).join('.')} ${message}`.trim(),
    }))
  } catch {
    return [{ part: 'response', message: header }]
  }
}

async function startPrism(
  document: string | object,
  config: { isProxy: false } | { isProxy: true; upstream: URL },
): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const prism = loadPrism()
  const server: PrismServer = prism.createServer(await prism.getHttpOperationsFromSpec(document), {
    // The backend answers preflights itself.
    cors: !config.isProxy,
    config: {
      ...config,
      upstreamProxy: undefined,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      // With this option no deliberately bad request would reach the backend.
      errors: false,
      mock: { dynamic: false },
    },
    components: {
      logger: prism.createLogger('prism', { level: 'silent', customLevels: { success: 31, start: 32 } }),
    },
  })
  return { baseUrl: await server.listen(0, host), close: () => server.close() }
}

async function requestThrough(prism: string, request: Request, read?: BodyReader): Promise<Answer> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  for (const name of [...notForwarded, ...ofPages]) headers.delete(name)
  const mayHaveBody = request.method !== 'GET' && request.method !== 'HEAD'
  const hasBody = mayHaveBody && request.headers.get('content-type') !== null
  const body = hasBody && read ? await read(largestBody) : undefined
  const response = await fetch(`${prism}${pathname}${search}`, {
    method: request.method,
    headers,
    body: (body ?? undefined) as Uint8Array<ArrayBuffer> | undefined,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  const answered = Object.fromEntries(response.headers)
  for (const name of notForwarded) delete answered[name]
  return { status: response.status, headers: answered, body: await response.text() }
}

function noAnswer(logger: Logger): (error: unknown) => Answer {
  return (error) => {
    logger.error?.('Prism gave no answer.', error)
    const body = JSON.stringify({ error: { code: 'bad_gateway', message: 'Prism gave no answer.' } })
    return { status: 502, headers: { 'content-type': 'application/json' }, body }
  }
}

function isWellEncoded(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname)
    return true
  } catch {
    return false
  }
}
