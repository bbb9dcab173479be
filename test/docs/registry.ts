import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { serveListener, type NodeServer } from '../support/node-server'
import type { Tarball } from '../support/pack'
import { readText } from '../support/root'

/** Serves packed packages on loopback, as if they had been published. */
export async function startRegistry(tarballs: readonly Tarball[]): Promise<NodeServer> {
  const files = new Map<string, Buffer | string>()
  const server = await serveListener((request, response) => {
    const found = files.get(decodeURIComponent(request.url ?? ''))
    response.writeHead(found === undefined ? 404 : 200).end(found)
  })
  for (const { folder, name, path } of tarballs) {
    const text = readText(`${folder}/package.json`)
    const manifest = JSON.parse(text) as { version: string }
    const bytes = await readFile(path)
    const file = `/${basename(path)}`
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const version = { ...manifest, dist: { tarball: server.baseUrl + file, integrity } }
    const latest = manifest.version
    files.set(file, bytes)
    files.set(`/${name}`, JSON.stringify({ name, 'dist-tags': { latest }, versions: { [latest]: version } }))
  }
  return server
}
