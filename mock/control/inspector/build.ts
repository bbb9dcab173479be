// Bundles page.html with style.css and main.ts into html.ts, so that the page is one text wherever the mock runs, from
// its sources or built.
//
//   tsx mock/control/inspector/build.ts           writes html.ts
//   tsx mock/control/inspector/build.ts --check   writes nothing; exits 1 when html.ts is stale
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { format } from 'prettier'
import manifest from '../../../package.json' with { type: 'json' }

const target = fileURLToPath(new URL('html.ts', import.meta.url))
const banner = '// Made by `npm run generate` from page.html, style.css and main.ts. Do not edit.\n'

/** The text of html.ts. */
export async function htmlModule(): Promise<string> {
  const page = await readFile(fileURLToPath(new URL('page.html', import.meta.url)), 'utf8')
  const [style, script] = await Promise.all(['style.css', 'main.ts'].map(bundled))
  const html = page
    .replace('<link rel="stylesheet" href="style.css" />', () => `<style>${style}</style>`)
    .replace('<script type="module" src="main.ts"></script>', () => `<script>${script}</script>`)
    .replace(/\n\s*/g, '\n')
  const { semi, singleQuote, printWidth } = manifest.prettier
  const text = `${banner}export const html = ${JSON.stringify(html)}\n`
  return format(text, { parser: 'typescript', semi, singleQuote, printWidth })
}

/** A bundle for browsers. Names stay as they are, so that the script of the page can be read. */
async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    minifySyntax: true,
    minifyWhitespace: true,
    write: false,
  })
  return (outputFiles[0]?.text ?? '').trim()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await htmlModule()
  if (!process.argv.includes('--check')) await writeFile(target, text)
  else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    console.error('The inspector is stale. Run `npm run generate` and commit the result.')
    process.exitCode = 1
  }
}
