// Builds the API reference that the mock serves at /__mock/docs: Redoc and the page around it in one file, which loads nothing from
// elsewhere. `npm run build` runs this once the code is built.
import { execFile } from 'node:child_process'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const folder = import.meta.dirname
const mock = join(folder, '..', '..', '..')
const dist = join(mock, 'dist')
const made = join(dist, 'redoc.html')
const redocly = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'))

// Redoc asks these hosts for a logo and for icons, and tells one of them that it was opened.
const outside = /https:\/\/(?:cdn\.redoc\.ly|cdn\.redocly\.com|otel\.cloud\.redocly\.com)[^`"'\s]*/g

/** The code of Redoc as `build-docs` inlines it, without the document that it was made for. */
function bundleOf(page: string): string {
  const [, code] = /<script type="module">([^]*?)\n\s*const __redoc_definition = /.exec(page) ?? []
  if (code === undefined)
    throw new Error('Redocly writes its page in another way than before: no bundle was found.')
  return code.replaceAll(outside, 'data:,')
}

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' }
const document = fileURLToPath(new URL('../../../../openapi/openapi.yaml', import.meta.url))
await promisify(execFile)(
  process.execPath,
  [join(redocly, 'bin', 'cli.js'), 'build-docs', document, '--inlineBundle', '-o', made],
  { env, maxBuffer: 2 ** 24 },
)
const bundle = bundleOf(await readFile(made, 'utf8'))
const start = await readFile(join(folder, 'start.js'), 'utf8')
const page = await readFile(join(folder, 'page.html'), 'utf8')
await writeFile(
  join(dist, 'reference.html'),
  page.replace('/* script */', () => `${bundle}\n${start}`),
)
await copyFile(join(redocly, 'THIRD_PARTY_NOTICES'), join(dist, 'reference-notices.txt'))
await rm(made)
