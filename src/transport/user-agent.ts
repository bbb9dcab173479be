import { version } from '../package.json'

interface Platform {
  navigator?: { userAgent?: string }
  process?: { versions?: Record<string, string | undefined> }
}

// In this order, since Bun and Deno name a version of Node too: the one whose interfaces they have.
const runtimes = ['bun', 'deno', 'node']

/**
 * The `User-Agent` of the client's requests: `event-delivery-sdk/1.2.3 (node/22.11.0)`. `undefined` where the runtime is not known, as in
 * a browser, which sends its own, and asks the service for permission to replace it.
 */
export function userAgent(): string | undefined {
  const { navigator, process } = globalThis as unknown as Platform
  const versions = process?.versions ?? {}
  const name = runtimes.find((candidate) => versions[candidate])
  // workerd may have a version of Node too, and has none of its own.
  const isWorkerd = navigator?.userAgent === 'Cloudflare-Workers'
  const runtime = isWorkerd ? 'workerd' : name && `${name}/${versions[name]}`
  return runtime && `event-delivery-sdk/${version} (${runtime})`
}
