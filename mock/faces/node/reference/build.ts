// Builds the API reference that the mock serves at /__mock/docs: one file with its style and its script, which loads nothing but the
// document. `npm run build` runs this once the code is built.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type BuildOptions } from 'esbuild'
import { parse } from 'yaml'
import type { Marks } from './page'

interface Part {
  readonly [name: string]: unknown
}

interface Document {
  paths: Record<string, Record<string, Part>>
  webhooks: Record<string, Record<string, Part>>
  components: { schemas: Part }
}

const folder = import.meta.dirname
const mock = join(folder, '..', '..', '..')

/** The open questions that the document marks, by operation and schema. The document of a dialect has their answers alone. */
function marksOf(document: Document): Marks {
  const { paths, webhooks, components } = document
  const operations = [paths, webhooks].flatMap((items) => Object.values(items).flatMap(Object.values<Part>))
  const named = operations.map((operation) => [String(operation.operationId), operation] as const)
  const at = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((part, name) => (part as Part)[name], document)
  const marked = (part: unknown): string[] => {
    if (typeof part !== 'object' || part === null) return []
    const { $ref, 'x-open-question': ids = [], ...others } = part as Part
    const referred = typeof $ref === 'string' ? [at($ref)] : []
    return [...([ids].flat() as string[]), ...[...referred, ...Object.values(others)].flatMap(marked)]
  }
  const parts = [...named, ...Object.entries(components.schemas)]
  return Object.fromEntries(parts.map(([name, part]) => [name, [...new Set(marked(part))].sort()]))
}

/** A bundle for browsers, minified. */
async function bundled(entry: Pick<BuildOptions, 'entryPoints' | 'stdin'>): Promise<string> {
  const { outputFiles } = await build({
    ...entry,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    write: false,
  })
  return (outputFiles[0]?.text ?? '').trim()
}

const document = parse(await readFile(join(mock, '..', 'openapi', 'openapi.yaml'), 'utf8')) as Document
const contents = `import { start } from './start'\nstart(${JSON.stringify(marksOf(document))})`
const script = await bundled({ stdin: { contents, resolveDir: folder } })
const style = await bundled({ entryPoints: [join(folder, 'style.css')] })
const page = await readFile(join(folder, 'page.html'), 'utf8')
const filled = page.replace('/* style */', () => style).replace('/* script */', () => script)
await writeFile(join(mock, 'dist', 'reference.html'), filled)
