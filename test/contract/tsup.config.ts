import { copyFile } from 'node:fs/promises'
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
  // The command inlines a library of CommonJS, which requires modules of Node.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  // Editors read the schema of a baseline file.
  onSuccess: () => copyFile('../../generated/baseline.schema.json', 'dist/baseline.schema.json'),
})
