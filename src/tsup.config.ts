import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['index.ts', 'webhooks.ts', 'testing.ts', 'otel.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  dts: true,
  // The entry points share the classes of errors, in CommonJS too: `instanceof` must hold across them.
  splitting: true,
  clean: true,
  // The notices of third parties are made from it.
  metafile: true,
  external: ['openapi-fetch', '@opentelemetry/api'],
})
