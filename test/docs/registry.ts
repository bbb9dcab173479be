import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { serveListener, type NodeServer } from '../support/node-server'
import { packInstalled, type Tarball } from '../support/pack'
import { root } from '../support/root'

/** A version of a package: its manifest, and the tarball that holds it. */
interface PackedVersion {
  manifest: { version: string }
  path: string
}

/**
 * Serves packages on loopback, as if they had been published: the packed ones, and all that the lock file of the repository
 * names, packed as they are installed. So the readers of the guides install without another registry.
 */
export async function startRegistry(tarballs: readonly Tarball[]): Promise<NodeServer> {
  const files = new Map<string, Buffer>()
  const documents = new Map<string, Promise<string | undefined>>()
  const installed = await installedFolders()

  const server = await serveListener((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    const answer = request.method === 'GET' ? (files.get(path) ?? documentOf(path.slice(1))) : undefined
    Promise.resolve(answer).then(
      (found) => response.writeHead(found === undefined ? 404 : 200).end(found),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })

  function documentOf(name: string): Promise<string | undefined> {
    const known = documents.get(name)
    if (known) return known
    const made = packFolders(installed.get(name) ?? []).then((versions) => describe(name, versions))
    documents.set(name, made)
    return made
  }

  /** The document of a package, as a registry has it, with its newest version first. */
  async function describe(name: string, packed: readonly PackedVersion[]): Promise<string | undefined> {
    const [newest] = packed
    if (!newest) return undefined
    const versions: Record<string, object> = {}
    for (const { manifest, path } of packed) {
      const bytes = await readFile(path)
      const file = `/${basename(path)}`
      files.set(file, bytes)
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
      versions[manifest.version] = { ...manifest, dist: { tarball: server.baseUrl + file, integrity } }
    }
    return JSON.stringify({ name, 'dist-tags': { latest: newest.manifest.version }, versions })
  }

  for (const { folder, name, path } of tarballs) {
    const manifest = await manifestOf(folder)
    documents.set(name, describe(name, [{ manifest, path }]))
  }
  return server
}

/** The folders in which packages of each name are installed. */
async function installedFolders(): Promise<Map<string, string[]>> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>
  }
  const folders = new Map<string, string[]>()
  for (const folder of Object.keys(lock.packages)) {
    const [, name] = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder) ?? []
    if (name !== undefined) folders.set(name, [...(folders.get(name) ?? []), folder])
  }
  return folders
}

/** Packs what is installed in these folders, the newest version first. Another platform's packages are not installed. */
async function packFolders(folders: readonly string[]): Promise<PackedVersion[]> {
  const packed: PackedVersion[] = []
  for (const folder of folders) {
    const manifest = await manifestOf(folder).catch(() => undefined)
    if (manifest === undefined || packed.some((one) => one.manifest.version === manifest.version)) continue
    packed.push({ manifest, path: await packInstalled(folder) })
  }
  return packed.sort((one, other) =>
    other.manifest.version.localeCompare(one.manifest.version, 'en', { numeric: true }),
  )
}

async function manifestOf(folder: string): Promise<{ version: string }> {
  return JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as { version: string }
}
