import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** What is used of Prism. It is an optional peer: its own types are not at hand where it is not installed. */
export interface Prism {
  createLogger(name: string, options: object): unknown
  getHttpOperationsFromSpec(path: string): Promise<unknown[]>
  createServer(operations: unknown[], options: object): PrismServer
}

/** A server of Prism's. */
export interface PrismServer {
  listen(port: number, host: string): Promise<string>
  close(): Promise<void>
}

/** Prism was asked for and is not installed. The message says what to install. */
export class PrismMissingError extends Error {
  override readonly name = 'PrismMissingError'
}

/** Loads Prism. Throws a `PrismMissingError` when it is neither beside this package nor in the current folder. */
export function loadPrism(): Prism {
  const load = requireFromPeer()
  return {
    ...(load('@stoplight/prism-core') as Pick<Prism, 'createLogger'>),
    ...(load('@stoplight/prism-http') as Pick<Prism, 'getHttpOperationsFromSpec'>),
    ...(load('@stoplight/prism-http-server') as Pick<Prism, 'createServer'>),
  }
}

/** The packages that are used lie below the peer, and need not be within this one's reach. */
function requireFromPeer(): NodeJS.Require {
  for (const place of [import.meta.url, `${process.cwd()}/package.json`]) {
    try {
      return createRequire(createRequire(place).resolve('@stoplight/prism-cli/package.json'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    }
  }
  throw new PrismMissingError(
    'Prism is not installed. Install it with: npm install --save-dev @stoplight/prism-cli@5.14.2',
  )
}

/** Where the document lies: beside the built files, or in its own folder. */
export function documentPath(): string {
  const places = ['./openapi.yaml', '../../../openapi/openapi.yaml'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  return places.find((place) => existsSync(place)) ?? (places[0] as string)
}
