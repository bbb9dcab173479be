import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    // Tests run on the sources. The packed tarballs have tests of their own.
    alias: [
      { find: /^@event-delivery\/sdk$/, replacement: source('src/index.ts') },
      { find: /^@event-delivery\/sdk\/(webhooks|testing)$/, replacement: source('src/$1.ts') },
      { find: /^@event-delivery\/mock$/, replacement: source('mock/index.ts') },
      { find: /^@event-delivery\/mock\/(msw|node)$/, replacement: source('mock/$1.ts') },
      { find: /^@event-delivery\/conformance$/, replacement: source('test/contract/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/reporter.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
})
