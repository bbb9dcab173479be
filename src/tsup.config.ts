import { writeFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Writes the metafile of the command beside that of the entries, which would have the same name. */
const ownMetafile: Plugin = {
  name: 'own metafile',
  setup({ onEnd }) {
    onEnd(({ metafile }) => writeFile('dist/metafile-cli.json', JSON.stringify(metafile)))
  },
}

export default defineConfig([
  {
    entry: ['index.ts', 'webhooks.ts', 'testing.ts', 'otel.ts', 'outbox.ts', 'stores.ts'],
    format: ['esm', 'cjs'],
    target: 'es2022',
    platform: 'neutral',
    dts: true,
    // The entry points share the classes of errors, in CommonJS too: `instanceof` must hold across them.
    splitting: true,
    clean: ['!cli.js', '!metafile-cli.json'],
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
    // The command inlines a library of CommonJS, which requires modules of Node.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    esbuildPlugins: [ownMetafile],
    external: ['openapi-fetch', 'pg'],
  },
])
