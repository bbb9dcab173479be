import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['index.ts', 'msw.ts', 'node.ts', 'cli.ts'],
  format: 'esm',
  target: 'node20',
  platform: 'neutral',
  external: [/^node:/, 'msw'],
  dts: { entry: ['index.ts', 'msw.ts', 'node.ts'] },
  // The one in this folder is for the core alone, without the types of Node.
  tsconfig: '../tsconfig.json',
  clean: true,
  // For Prism, which reads the document itself.
  onSuccess: () => copyFile('../openapi/openapi.yaml', 'dist/openapi.yaml'),
})
