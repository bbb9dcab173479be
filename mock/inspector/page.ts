import type { Answer } from '../http/answer'

// The page loads scripts of the mock and talks to it alone. Where a browser knows trusted types, no script can come into being but by an
// import. The style is set by the script.
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The part of Node that reads files. An import of it would end the bundle of a front end. */
interface Platform {
  process?: {
    getBuiltinModule?(name: 'node:fs/promises'): { readFile(place: URL, encoding: 'utf8'): Promise<string> }
  }
}

/**
 * Answers with a file of the inspector: the page, or one of the scripts that it loads. `undefined` where there is no such file, as for a
 * backend in a browser. No file holds data: the page asks the control routes, which judge each request.
 */
export async function inspectorFile(name: string): Promise<Answer | undefined> {
  if (!/^[\w-]+\.(html|js)$/.test(name)) return undefined
  const body = await readBuilt(name)
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

async function readBuilt(name: string): Promise<string | undefined> {
  const { process } = globalThis as unknown as Platform
  // A bundler that saw `import.meta.url` in the same expression as the path would look for the files itself.
  const thisFile = import.meta.url
  try {
    // The source and the built code both stand one folder below that of the package, so that the path is the same from either.
    const place = new URL(`../dist/inspector/${name}`, thisFile)
    return await process?.getBuiltinModule?.('node:fs/promises').readFile(place, 'utf8')
  } catch {
    return undefined
  }
}
