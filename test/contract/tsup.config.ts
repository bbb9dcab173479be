import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'

/** Takes out of the maps what nobody steps through: the sources of others. */
async function shortenMaps(): Promise<void> {
  for (const name of (await readdir('dist')).filter((one) => one.endsWith('.map'))) {
    const map = JSON.parse(await readFile(`dist/${name}`, 'utf8')) as {
      sources: string[]
      sourcesContent: string[]
    }
    const sourcesContent = map.sources.map((path, index) =>
      /node_modules\//.test(path) ? null : map.sourcesContent[index],
    )
    await writeFile(`dist/${name}`, JSON.stringify({ ...map, sourcesContent }))
  }
}

export default defineConfig({
  entry: ['index.ts', 'cli.ts'],
  format: 'esm',
  target: 'node20',
  platform: 'node',
  dts: { entry: 'index.ts' },
  clean: true,
  // The notices of third parties are made from it.
  metafile: true,
  // A debugger steps into the sources, which the maps hold.
  sourcemap: true,
  splitting: true,
  // The command inlines a library of CommonJS, which requires modules of Node.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  // Editors read the schema of a baseline file.
  async onSuccess() {
    await copyFile('../../generated/baseline.schema.json', 'dist/baseline.schema.json')
    await shortenMaps()
  },
})
