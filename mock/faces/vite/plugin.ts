import type { Plugin, PreviewServer, ViteDevServer } from 'vite'
import { createBackend, type Backend, type BackendOptions } from '../../backend'
import { createForwards, type Forward } from '../../deliveries/forwards'
import { isLoopback } from '../../http/loopback'
import type { Logger } from '../../settings/logger'
import { createDeliveryFetch } from '../node/delivery-fetch'
import { toNodeHandler } from '../node/handler'

/**
 * Options of {@link eventDelivery}: those of `createBackend`, and where the mock is in the server.
 *
 * @example
 * const options: EventDeliveryPluginOptions = {
 *   plan: 'pro',
 *   forward: [{ from: 'https://shop.example/hooks', to: 'http://localhost:3000/hooks' }],
 * }
 */
export interface EventDeliveryPluginOptions extends BackendOptions {
  /** The path before `/v1`, such as `/deliveries`. None unless given. The inspector is at `/__mock` in any case. */
  base?: string
  /** Forwards at the start, besides those of `forwards`. None unless given. */
  forward?: readonly Forward[]
}

/**
 * A Vite plugin that runs the mock and its inspector in the dev server and the preview server, at `/v1` and `/__mock` of
 * the page's own origin. Hot updates keep its data; it ends with the server. Throws what `createBackend` throws, and a
 * `TypeError` for a wrong base or forward.
 *
 * @example
 * const config: UserConfig = { plugins: [eventDelivery()] }
 */
export function eventDelivery(options: EventDeliveryPluginOptions = {}): Plugin {
  const { base = '', forward = [], ...given } = options
  const path = checkedBase(base)
  const forwards = given.forwards ?? createForwards()
  for (const one of forward) forwards.add(one)
  const running = new Set<Backend>()

  function mount({ middlewares, config }: Server, host: string | boolean | undefined): Backend {
    const logger = given.logger ?? loggerOf(config.logger)
    // A server that other machines reach delivers to no internal address, so that it is no way into a network.
    const fetch =
      given.fetch ?? createDeliveryFetch({ forwards, allowInternal: isOfThisMachine(host), logger })
    const backend = createBackend({ ...given, fetch, forwards, logger })
    running.add(backend)
    const handler = toNodeHandler(backend)
    if (path === '') middlewares.use(handler)
    else for (const below of [path, '/__mock']) middlewares.use(below, handler)
    return backend
  }

  async function close(backend: Backend): Promise<void> {
    running.delete(backend)
    await backend.close()
  }

  return {
    name: 'event-delivery-mock',
    apply: 'serve',
    configureServer(server) {
      mount(server, server.config.server.host)
      tellInspector(server)
    },
    configurePreviewServer(server) {
      const backend = mount(server, server.config.preview.host)
      tellInspector(server)
      // Plugins are not told that a preview server closes.
      server.httpServer.on('close', () => void close(backend))
    },
    /** A dev server calls this at its end, also where it has no HTTP server of its own. */
    async closeBundle() {
      await Promise.all([...running].map(close))
    },
  }
}

type Server = Pick<ViteDevServer | PreviewServer, 'middlewares' | 'config' | 'printUrls' | 'resolvedUrls'>

/** Adds the URL of the inspector to the URLs that the server prints when it has started. */
function tellInspector(server: Server): void {
  const { printUrls } = server
  server.printUrls = () => {
    printUrls()
    const [url] = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])]
    if (url) server.config.logger.info(`  ➜  Event Delivery mock: ${new URL('/__mock', url).href}`)
  }
}

function loggerOf(vite: Server['config']['logger']): Logger {
  return {
    info: (message) => vite.info(`[mock] ${message}`),
    warn: (message) => vite.warn(`[mock] ${message}`),
    error: (message, cause) => vite.error(`[mock] ${message} ${String(cause)}`),
  }
}

function isOfThisMachine(host: string | boolean | undefined): boolean {
  return host === undefined || host === false || (typeof host === 'string' && isLoopback(host))
}

/** A base as a path without a slash at its end: `/deliveries`, or nothing. */
function checkedBase(base: string): string {
  const path = base.replace(/\/+$/, '')
  if (path === '' || /^\/[^?#]*$/.test(path)) return path
  throw new TypeError(`The base ${JSON.stringify(base)} is no path: write it as /deliveries.`)
}
