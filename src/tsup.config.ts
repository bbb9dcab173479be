import { readFile, rm, writeFile } from 'node:fs/promises'
import { transform } from 'esbuild'
import { defineConfig, type Options } from 'tsup'

const entries = ['index', 'webhooks', 'testing', 'otel', 'outbox', 'stores']

const shared: Options = {
  target: 'es2022',
  platform: 'neutral',
  tsconfig: '../tsconfig.json',
  // The entry points share the classes of errors, in CommonJS too: `instanceof` must hold across them.
  splitting: true,
  // The notices of third parties are made from it.
  metafile: true,
  // A debugger steps into the sources, which the maps hold.
  sourcemap: true,
  // Names stay, for the stacks that people read.
  esbuildOptions: (options) => {
    options.minifySyntax = true
    options.minifyWhitespace = true
  },
  external: ['openapi-fetch', '@opentelemetry/api', 'pg', /^node:/],
  removeNodeProtocol: false,
}

/** The library of the command's flags is CommonJS. A module that requires others of Node cannot be inlined in an ES module as it is. */
const inlineCommander: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'inline commander',
  setup(build) {
    build.onLoad({ filter: /node_modules\/commander\/.*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      return { contents: source.replace(/\brequire\((?='node:)/g, 'globalThis.process.getBuiltinModule(') }
    })
  },
}

/** The command prints no stack, and nobody imports it: its names are of no use, and nor is its map. */
async function shortenCommand(): Promise<void> {
  const { code } = await transform(await readFile('dist/cli.js', 'utf8'), { minify: true, format: 'esm' })
  await writeFile('dist/cli.js', code)
  await rm('dist/cli.js.map')
}

/** Writes each entry and the chunks that it shares with others in CommonJS too. tsup's own form rewrites `?.` and `??`, wrongly in short code. */
async function writeCommonJs(): Promise<void> {
  const names = new Set(entries)
  for (const name of names) {
    const { code, map } = await transform(await withInlineMap(`dist/${name}.js`), {
      sourcemap: 'external',
      format: 'cjs',
      platform: 'node',
      target: 'es2022',
      minifySyntax: true,
      minifyWhitespace: true,
      // A program that requires the package must not load its ES modules beside.
      supported: { 'dynamic-import': false },
    })
    const local = /require\("\.\/([^"]+)\.js"\)/g
    for (const [, required = ''] of code.matchAll(local)) names.add(required)
    const renamed = code.replace(local, 'require("./$1.cjs")')
    await writeFile(`dist/${name}.cjs`, `${renamed}//# sourceMappingURL=${name}.cjs.map\n`)
    await writeFile(`dist/${name}.cjs.map`, map)
  }
}

/** The code of a file with its map in it, which esbuild carries on to what it makes of the code. */
async function withInlineMap(path: string): Promise<string> {
  const map = await readFile(`${path}.map`, 'base64')
  const code = await readFile(path, 'utf8')
  return code.replace(/(?<=\n\/\/# sourceMappingURL=).*\s*$/, `data:application/json;base64,${map}\n`)
}

/** The types of an ES module are those of its CommonJS form: there is one declaration of each, whichever way a program loads it. */
async function declareModules(): Promise<void> {
  for (const name of entries) await writeFile(`dist/${name}.d.ts`, `export * from './${name}.cjs'\n`)
}

export default defineConfig([
  {
    ...shared,
    // The command is a program of its own for Node. Nobody imports it, so it has no types, and no form in CommonJS.
    entry: [...entries, 'cli'].map((name) => `${name}.ts`),
    format: 'esm',
    esbuildPlugins: [inlineCommander],
    noExternal: ['commander'],
    async onSuccess() {
      await shortenCommand()
      await writeCommonJs()
      await declareModules()
    },
  },
  {
    ...shared,
    entry: entries.map((name) => `${name}.ts`),
    format: 'cjs',
    dts: { only: true },
  },
])
