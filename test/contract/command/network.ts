import { contextWith } from '../../../src/core/authorities'
import { isLoopback, parseUrl } from '../../../src/core/url'
import { UsageError } from '../../../src/core/commands/usage-error'

const variables = ['https_proxy', 'HTTPS_PROXY']
const exceptions = ['no_proxy', 'NO_PROXY']

/** The options that decide how requests reach the deployment. */
export interface NetworkOptions {
  baseUrl: string
  /** PEM text. */
  ca?: string
  insecure?: boolean
  env: Readonly<Record<string, string | undefined>>
}

/** The way to the deployment. */
export interface Network {
  /** The line of a run that names its proxy. Absent where there is none. */
  proxyLine?: string
  fetch: (request: Request) => Promise<Response>
  close: () => Promise<void>
}

/**
 * Makes a `fetch` that trusts more than the usual certificates and goes through the proxy that the environment names;
 * the global one where neither is asked for.
 */
export async function openNetwork({ baseUrl, ca, insecure, env }: NetworkOptions): Promise<Network> {
  const proxy = isLoopback(new URL(baseUrl).hostname) ? undefined : variables.find((name) => env[name])
  if (proxy !== undefined && !parseUrl(env[proxy] ?? ''))
    throw new UsageError(`${proxy} is no URL. It names a proxy in the form http://proxy.example.com:3128.`)
  if (ca === undefined && !insecure && proxy === undefined)
    return { fetch: (request) => fetch(request), close: async () => undefined }
  // The library takes longer to load than the rest of a start, and most runs do without it.
  const { Agent, EnvHttpProxyAgent } = await import('undici')
  const secureContext = contextWith(ca === undefined ? [] : [ca])
  const tls = { secureContext, rejectUnauthorized: !insecure }
  const excepted = exceptions.find((name) => env[name])
  const dispatcher =
    proxy === undefined
      ? new Agent({ connect: tls })
      : new EnvHttpProxyAgent({
          httpsProxy: env[proxy],
          noProxy: excepted === undefined ? '' : env[excepted],
          connect: tls,
          requestTls: tls,
        })
  const unless = excepted === undefined ? '' : `, unless ${excepted} excepts the host`
  // Node's `fetch` takes a dispatcher, which the types of the web do not know.
  return {
    ...(proxy !== undefined && { proxyLine: `Requests go through the proxy that ${proxy} names${unless}.` }),
    fetch: (request) => fetch(request, { dispatcher } as RequestInit),
    close: () => dispatcher.close(),
  }
}
