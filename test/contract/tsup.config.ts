import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['index.ts', 'cli.ts'],
  format: 'esm',
  target: 'node20',
  platform: 'node',
  dts: { entry: 'index.ts' },
  clean: true,
  // The notices of third parties are made from it.
  metafile: true,
  splitting: true,
})
