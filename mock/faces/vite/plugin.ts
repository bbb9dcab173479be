import type { Plugin, PreviewServer, ResolvedConfig, ViteDevServer } from 'vite'
import { createBackend, type Backend } from '../../backend'
import type { BackendOptions } from '../../backend-options'
import { createForwards, type Forward } from '../../deliveries/forwards'
import { isLoopback } from '../../../src/core/url'
import type { Logger } from '../../settings/logger'
import { createDeliveryFetch } from '../node/delivery-fetch'
import type { GateOptions } from '../node/gate'
import { toNodeHandler } from '../node/handler'
import { restartSlot } from './restart'

/**
 * Options of {@link eventDelivery}: those of `createBackend` and of `toNodeHandler`, and where the mock is in the server.
 * Names of the server that its own option `allowedHosts` lists are allowed already.
 *
 * @example
 * const options: EventDeliveryPluginOptions = {
 *   plan: 'pro',
 *   forward: [{ from: 'https://shop.example/hooks', to: 'http://localhost:3000/hooks' }],
 * }
 */
export interface EventDeliveryPluginOptions extends BackendOptions, GateOptions {
  /** The path before `/v1`, such as `/deliveries`. None unless given. The inspector is at `/__mock` in any case. */
  base?: string
  /** Forwards at the start, besides those of `forwards`. None unless given. */
  forward?: readonly Forward[]
}

/**
 * A Vite plugin that runs the mock and its inspector in the dev server and the preview server, at `/v1` and `/__mock` of
 * the page's own origin. Hot updates and restarts keep its data; it ends with the server. Throws what `createBackend` throws, and a
 * `TypeError` for a wrong base or forward.
 *
 * @example
 * const config: UserConfig = { plugins: [eventDelivery()] }
 */
export function eventDelivery(options: EventDeliveryPluginOptions = {}): Plugin {
  const { base = '', forward = [], allowHosts = [], allowOrigins, ...given } = options
  const path = checkedBase(base)
  const forwards = given.forwards ?? createForwards()
  for (const one of forward) forwards.add(one)
  const running = new Map<ResolvedConfig, Backend>()

  async function mount(server: Server, { host, allowedHosts }: ListeningOptions): Promise<Backend> {
    const { middlewares, config } = server
    const isLocal = isOfThisMachine(host)
    const logger = given.logger ?? loggerOf(config.logger)
    // A server that other machines reach delivers to no internal address, so that it is no way into a network.
    const fetch = given.fetch ?? createDeliveryFetch({ forwards, allowInternal: isLocal, logger })
    const backend = createBackend({ ...given, fetch, forwards, logger })
    running.set(config, backend)
    if (!isLocal && given.controlToken !== undefined) await backend.expose()
    const gate = { allowOrigins, allowHosts: [...allowHosts, ...namesIn(allowedHosts)] }
    const handler = toNodeHandler(backend, gate)
    if (path === '') middlewares.use(handler)
    else for (const below of [path, '/__mock']) middlewares.use(below, handler)
    tellInspector(server, isLocal || backend.exposed ? '' : ' (for this machine; others need a controlToken)')
    return backend
  }

  async function close(config: ResolvedConfig): Promise<void> {
    const backend = running.get(config)
    running.delete(config)
    if (!backend) return
    restartSlot(config.inlineConfig, path).clear(backend)
    await backend.close()
  }

  return {
    name: 'event-delivery-mock',
    apply: 'serve',
    async configureServer(server) {
      const { config } = server
      const slot = restartSlot(config.inlineConfig, path)
      const data = await slot.previous?.snapshot()
      const backend = await mount(server, config.server)
      slot.put(backend)
      // The data from before a restart may not fit a dialect or a limit that the configuration has changed. The server starts all the
      // same, without the data.
      const refused = (error: Error) =>
        config.logger.warn(`[mock] The restart begins without the data from before it. ${error.message}`)
      if (data) await backend.restore(data).catch(refused)
    },
    async configurePreviewServer(server) {
      const { config, httpServer } = server
      await mount(server, config.preview)
      // Plugins are not told that a preview server closes.
      httpServer.on('close', () => void close(config))
    },
    /** A dev server calls this at its end, also where it has no HTTP server of its own. Another may use the same plugin by then. */
    closeBundle() {
      return close(this.environment.getTopLevelConfig())
    },
  }
}

type Server = Pick<ViteDevServer | PreviewServer, 'middlewares' | 'config' | 'printUrls' | 'resolvedUrls'>

type ListeningOptions = Pick<ResolvedConfig['server'], 'host' | 'allowedHosts'>

/** Adds the URL of the inspector to the URLs that the server prints when it has started, with a remark behind it. */
function tellInspector(server: Server, remark: string): void {
  const { printUrls } = server
  server.printUrls = () => {
    printUrls()
    const [url] = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])]
    if (url) server.config.logger.info(`  ➜  Event Delivery mock: ${new URL('/__mock', url).href}${remark}`)
  }
}

/** The host names among those that the server lets in. `true` lets in all, and `.shop.example` those below a name: the mock wants names. */
function namesIn(allowed: ListeningOptions['allowedHosts']): string[] {
  return Array.isArray(allowed) ? allowed.filter((name) => !name.startsWith('.')) : []
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
