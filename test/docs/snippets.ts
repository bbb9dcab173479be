import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBackend } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { makeDatabase } from '../support/postgres'
import { missingRedis, startRedis } from '../support/redis'
import { extract } from './extract'

const missing = missingRedis()

/** Registers a test for each TypeScript block that runs, of the guides that are chosen. It changes the environment of the process. */
export function runSnippets(isChosen: (place: string) => boolean): void {
  const snippets = extract().filter(({ place, runs }) => runs && isChosen(place))
  const needs = (path: string, variable: string) => readFileSync(path, 'utf8').includes(variable)
  const anyNeeds = (variable: string) => snippets.some(({ path }) => needs(path, variable))

  beforeAll(async () => {
    const server = await serve(createBackend(), { port: 0 })
    afterAll(() => server.close())
    process.env.EVENT_DELIVERY_BASE_URL = server.baseUrl
    process.env.EVENT_DELIVERY_API_KEY = 'sk_live_mock'
    if (anyNeeds('DATABASE_URL')) process.env.DATABASE_URL = await makeDatabase(afterAll)
    if (!missing && anyNeeds('REDIS_URL')) process.env.REDIS_URL = (await startRedis(afterAll)).url
  })

  for (const { place, path } of snippets) {
    test.skipIf(missing && needs(path, 'REDIS_URL'))(`the snippet at ${place} runs`, async () => {
      await expect(import(path)).resolves.toBeDefined()
    })
  }
}
