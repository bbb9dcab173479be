// Bundles the inspector into dist/inspector/, where each piece of its code stands once: mount.js is what a front end imports, page.js
// is the script of the page that the mock serves, and both import the other files. `npm run build` calls this.
//
//   npx tsx mock/inspector/build.ts
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const folder = import.meta.dirname
const mock = dirname(folder)
const target = join(mock, 'dist', 'inspector')

/** Makes the style a module that exports its text: that of `style/index.css` with the files that it imports. */
export const styleAsText: Plugin = {
  name: 'style as text',
  setup({ onLoad }) {
    onLoad({ filter: /\/inspector\/style\/index\.css$/ }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        target: 'es2022',
        charset: 'utf8',
        write: false,
      })
      return { contents: `export const css = ${JSON.stringify(outputFiles[0]!.text.trim())}` }
    })
  },
}

/** Bundles the scripts of the inspector, and writes none of them. */
export function bundleInspector() {
  return build({
    absWorkingDir: mock,
    entryPoints: { mount: join(folder, 'mount.tsx'), page: join(folder, 'main.tsx') },
    outdir: target,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    // Calls with children as arguments are shorter than those that the automatic runtime makes.
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    inject: [join(folder, 'jsx.ts')],
    tsconfigRaw: '{}',
    plugins: [styleAsText],
    metafile: true,
    write: false,
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { outputFiles, metafile } = await bundleInspector()
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const { path, text } of outputFiles) await writeFile(path, text)
  await copyFile(join(folder, 'page.html'), join(target, 'page.html'))
  // The notices of third parties are made from it.
  await writeFile(join(mock, 'dist', 'metafile-inspector.json'), JSON.stringify(metafile))
}
