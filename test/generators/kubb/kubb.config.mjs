import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './made', format: false, lint: false },
  plugins: [
    pluginOas({ generators: [] }),
    // A payload may hold any JSON: without this line Kubb writes `any` for it.
    pluginTs({ output: { path: 'types.ts' }, unknownType: 'unknown' }),
    pluginClient({ output: { path: 'client.ts' }, client: 'fetch' }),
  ],
})
