import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackend } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { makeDatabase } from '../support/postgres'
import { missingRedis, startRedis } from '../support/redis'
import { extract } from './extract'

const snippets = extract()

const missing = missingRedis()
const needsRedis = (path: string) => readFileSync(path, 'utf8').includes('REDIS_URL')

let server: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  server = await serve(createBackend(), { port: 0 })
  process.env.EVENT_DELIVERY_BASE_URL = server.baseUrl
  process.env.EVENT_DELIVERY_API_KEY = 'sk_live_mock'
  process.env.DATABASE_URL = await makeDatabase(afterAll)
  if (!missing) process.env.REDIS_URL = (await startRedis(afterAll)).url
})

afterAll(async () => {
  await server.close()
})

for (const { place, path } of snippets.filter(({ runs }) => runs)) {
  test.skipIf(missing && needsRedis(path))(`the snippet at ${place} runs`, async () => {
    await expect(import(path)).resolves.toBeDefined()
  })
}
