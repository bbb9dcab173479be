// Bundles the inspector: style/ becomes css.ts, and page.html with main.tsx becomes html.ts, so that the page is one text
// wherever the mock runs, from its sources or built.
//
//   tsx mock/inspector/build.ts           writes both
//   tsx mock/inspector/build.ts --check   writes nothing; exits 1 when one of them is stale
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { format } from 'prettier'
import manifest from '../../package.json' with { type: 'json' }

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const hashOf = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`

/** The texts of the modules that are made, by their names. */
export async function madeModules(): Promise<Record<'css.ts' | 'html.ts', string>> {
  const css = await bundled('style/index.css')
  const later = await bundled('detail/pasted.ts', { globalName: 'pasted' })
  const laterHash = hashOf(later)
  const script = await bundled('main.tsx', {
    define: { laterHash: JSON.stringify(laterHash) },
    plugins: [madeParts(css)],
  })
  const page = await readFile(pathOf('page.html'), 'utf8')
  const html = page
    .replace(/\n\s*/g, '\n')
    .replace('<script type="module" src="main.tsx"></script>', () => `<script>${script}</script>`)
  const sources = 'page.html, main.tsx and detail/pasted.ts'
  return {
    'css.ts': await moduleText('the files below style/', { css }),
    'html.ts': await moduleText(sources, { scriptHash: hashOf(script), html, laterHash, later }),
  }
}

/** Replaces two imports of the page's script: `./css` by the bundled style, and `./pasted` by a module that loads it when it is needed. */
const madeParts = (css: string): Plugin => ({
  name: 'made parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/css$/ }, () => ({ path: 'css', namespace: 'made-style' }))
    onResolve({ filter: /^\.\/pasted$/ }, () => ({ path: pathOf('load-pasted.ts') }))
    onLoad({ filter: /^/, namespace: 'made-style' }, () => ({
      contents: `export const css = ${JSON.stringify(css)}`,
    }))
  },
})

/** A bundle for browsers, of a script or of a style. */
async function bundled(entry: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles = [] } = await build({
    ...options,
    entryPoints: [pathOf(entry)],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    // Calls with children as arguments are shorter than those that the automatic runtime makes.
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    inject: entry.endsWith('.tsx') ? [pathOf('jsx.ts')] : [],
    tsconfigRaw: '{}',
    write: false,
  })
  return (outputFiles[0]?.text ?? '').trim()
}

/** A module that exports texts, formatted as the sources are. */
async function moduleText(sources: string, texts: Record<string, string>): Promise<string> {
  const banner = `// Made by \`npm run generate\` from ${sources}. Do not edit.\n`
  const lines = Object.entries(texts).map(
    ([name, text]) => `export const ${name} = ${JSON.stringify(text)}\n`,
  )
  const { semi, singleQuote, printWidth } = manifest.prettier
  return format(banner + lines.join(''), { parser: 'typescript', semi, singleQuote, printWidth })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(await madeModules())) {
    if (!process.argv.includes('--check')) await writeFile(pathOf(name), text)
    else if ((await readFile(pathOf(name), 'utf8').catch(() => '')) !== text) {
      console.error(`The inspector's ${name} is stale. Run \`npm run generate\` and commit the result.`)
      process.exitCode = 1
    }
  }
}
