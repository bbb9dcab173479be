import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The used part of Prism. It is typed here, because Prism is an optional peer, whose own types may be missing. */
export interface Prism {
  createLogger(name: string, options: object): unknown
  getHttpOperationsFromSpec(pathOrDocument: string | object): Promise<unknown[]>
  createServer(operations: unknown[], options: object): PrismServer
}

/** A server that Prism runs. */
export interface PrismServer {
  listen(port: number, host: string): Promise<string>
  close(): Promise<void>
}

/** Prism was asked for and is not installed. The message says what to install. */
export class PrismMissingError extends Error {
  override readonly name = 'PrismMissingError'
}

/** Loads Prism. Throws a `PrismMissingError` when it is installed neither beside this package nor in the current folder. */
export function loadPrism(): Prism {
  const load = requireFromPeer()
  return {
    ...(load('@stoplight/prism-core') as Pick<Prism, 'createLogger'>),
    ...(load('@stoplight/prism-http') as Pick<Prism, 'getHttpOperationsFromSpec'>),
    ...(load('@stoplight/prism-http-server') as Pick<Prism, 'createServer'>),
  }
}

/** A `require` from inside the peer, whose own dependencies this package need not be able to reach. */
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

/** Path of the document: beside the built files, or in its own folder. */
export function documentPath(): string {
  const places = ['./openapi.yaml', '../../../openapi/openapi.yaml'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  return places.find((place) => existsSync(place)) ?? (places[0] as string)
}
