// Prism's mock of the same document, as fast as it goes: without its log.
import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'

const server = createServer(await getHttpOperationsFromSpec('openapi/openapi.yaml'), {
  cors: false,
  config: {
    isProxy: false,
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: false,
    mock: { dynamic: false },
    upstreamProxy: undefined,
  },
  components: {
    logger: createLogger('prism', { level: 'silent', customLevels: { success: 31, start: 32 } }),
  },
})
const baseUrl = await server.listen(0, '127.0.0.1')
process.stdout.write(`${JSON.stringify({ baseUrl })}\n`)
process.on('SIGTERM', () => process.exit(0))
