import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { serveListener, type NodeServer } from '../support/node-server'
import { type Tarball } from '../support/pack'
import { root } from '../support/processes'

/** Serves packed packages on loopback, as if they had been published: a registry that knows no others. */
export async function startRegistry(tarballs: readonly Tarball[]): Promise<NodeServer> {
  const answers = new Map<string, string | Buffer>()
  const server = await serveListener((request, response) => {
    const answer = answers.get(decodeURIComponent(request.url ?? ''))
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  for (const { folder, name, path } of tarballs) {
    const bytes = await readFile(path)
    const file = `/${basename(path)}`
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
      version: string
    }
    const version = { ...manifest, dist: { tarball: server.baseUrl + file, integrity } }
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
  return server
}
