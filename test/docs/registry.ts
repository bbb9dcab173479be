import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { type Tarball } from '../support/pack'
import { root } from '../support/processes'

/** A registry that knows our packages and no others. npm asks it for the scope `@event-delivery` alone. */
export interface Registry {
  url: string
  close(): void
}

/** Serves packed packages on loopback, as if they had been published. */
export async function startRegistry(tarballs: readonly Tarball[]): Promise<Registry> {
  const answers = new Map<string, string | Buffer>()
  const server = createServer((request, response) => {
    const answer = answers.get(decodeURIComponent(request.url ?? ''))
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const { folder, name, path } of tarballs) {
    const bytes = await readFile(path)
    const file = `/${basename(path)}`
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
      version: string
    }
    const version = { ...manifest, dist: { tarball: url + file, integrity } }
    answers.set(file, bytes)
    answers.set(
      `/${name}`,
      JSON.stringify({
        name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: version },
      }),
    )
  }
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, close }
}
