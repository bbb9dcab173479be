import type { Answer } from '../http/answer'

// The page loads scripts of the mock and talks to it alone. Where a browser knows trusted types, no script can come into being but by an
// import. The style is set by the script.
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The part of Node that reads files. An import of it would end the bundle of a front end. */
interface FilesOfNode {
  readdir(place: URL): Promise<string[]>
  readFile(place: URL, encoding: 'utf8'): Promise<string>
}

interface Platform {
  process?: { getBuiltinModule?(name: 'node:fs/promises'): FilesOfNode | undefined }
}

/**
 * The files of the inspector: the page, and the scripts that it loads. All are read when the first of them is asked for, so that they
 * belong together also where a build replaces them meanwhile. No file holds data: the page asks the control routes, which judge each request.
 */
export class InspectorFiles {
  #texts: ReadonlyMap<string, string> = new Map()

  /** Answers with a file. `undefined` where there is none of this name, as for a backend in a browser, which can read no file. */
  async answer(name: string): Promise<Answer | undefined> {
    if (this.#texts.size === 0) this.#texts = await readBuilt()
    const body = this.#texts.get(name)
    if (body === undefined) return undefined
    const isPage = name.endsWith('.html')
    const headers = {
      'content-type': `text/${isPage ? 'html' : 'javascript'}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(isPage && { 'content-security-policy': contentSecurityPolicy }),
    }
    return { status: 200, headers, body }
  }
}

/** The texts of the files that the last build made, by their names. None where they cannot be read. */
async function readBuilt(): Promise<ReadonlyMap<string, string>> {
  const { process } = globalThis as unknown as Platform
  const files = process?.getBuiltinModule?.('node:fs/promises')
  if (!files) return new Map()
  // A bundler that saw `import.meta.url` in the same expression as the path would look for the files itself.
  const thisFile = import.meta.url
  try {
    // The source and the built code both stand one folder below that of the package, so that the path is the same from either.
    const folder = new URL('../dist/inspector/', thisFile)
    const names = await files.readdir(folder)
    const texts = names.map(
      async (name) => [name, await files.readFile(new URL(name, folder), 'utf8')] as const,
    )
    return new Map(await Promise.all(texts))
  } catch {
    return new Map()
  }
}
