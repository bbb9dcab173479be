import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { serveListener, type NodeServer, type NodeServerOptions } from './node-server'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Serves the files of a folder, and the `index.html` of each of its folders. */
export function serveFolder(folder: string, options?: NodeServerOptions): Promise<NodeServer> {
  return serveListener((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://site')
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    readFile(join(folder, path)).then(
      (content) =>
        outgoing.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(content),
      () => outgoing.writeHead(404).end(),
    )
  }, options)
}
