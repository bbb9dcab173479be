import { defineConfig } from 'tsup'

export default defineConfig([
  {
    entry: ['index.ts', 'webhooks.ts', 'testing.ts', 'otel.ts', 'outbox.ts', 'stores.ts'],
    format: ['esm', 'cjs'],
    target: 'es2022',
    platform: 'neutral',
    dts: true,
    // The entry points share the classes of errors, in CommonJS too: `instanceof` must hold across them.
    splitting: true,
    clean: ['!cli.js'],
    // The notices of third parties are made from it.
    metafile: true,
    external: ['openapi-fetch', '@opentelemetry/api'],
  },
  {
    // The command is a program of its own for Node. Nobody imports it, so it has no types.
    entry: ['cli.ts'],
    format: 'esm',
    target: 'node20',
    platform: 'node',
    tsconfig: '../tsconfig.json',
    // The command would double an installation otherwise, and it prints no stack that somebody would read.
    minify: true,
    external: ['openapi-fetch', 'pg'],
  },
])
