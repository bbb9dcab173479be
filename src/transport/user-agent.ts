import { version } from '../package.json'

interface Runtimes {
  Deno?: { version: { deno: string } }
  navigator?: { userAgent?: string }
  process?: { versions?: Record<string, string | undefined> }
}

/**
 * The `User-Agent` of the client's requests: `event-delivery-sdk/1.2.3 (node/22.11.0)`. `undefined` where the runtime is none that is
 * known, such as a browser, which sends its own, and asks the service for permission to replace it.
 */
export function userAgent(): string | undefined {
  const { Deno, navigator, process } = globalThis as unknown as Runtimes
  const { bun, node } = process?.versions ?? {}
  // Bun, Deno and workerd have a `process` that names a version of Node.
  const runtime = Deno
    ? `deno/${Deno.version.deno}`
    : bun
      ? `bun/${bun}`
      : navigator?.userAgent === 'Cloudflare-Workers'
        ? 'workerd'
        : node && `node/${node}`
  return runtime && `event-delivery-sdk/${version} (${runtime})`
}
