import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { minifiedPackages, minifyOthersFiles, shortenMaps } from '../packages/code-of-others'

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
  esbuildPlugins: [minifiedPackages],
  // The command inlines a library of CommonJS, which requires modules of Node.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  // Editors read the schema of a baseline file.
  async onSuccess() {
    await copyFile('../../generated/baseline.schema.json', 'dist/baseline.schema.json')
    await minifyOthersFiles()
    await shortenMaps()
  },
})
