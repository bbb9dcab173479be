import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['index.ts', 'webhooks.ts', 'testing.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  dts: true,
  // One class of each error for all entry points, in CommonJS too.
  splitting: true,
  clean: true,
  // The notices of third parties are made from it.
  metafile: true,
  external: ['openapi-fetch'],
})
