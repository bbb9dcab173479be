import { afterAll, expect, onTestFinished, test } from 'vitest'
import { Pool } from 'pg'
import { makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import { claimIn, createIn, storedEvent, storedWebhook } from '../../support/stored'

const url = await makeDatabase(afterAll)

test('an event that the server refuses fails alone, and those that arrived with it are created', async () => {
  const store = await openStore({ url })
  const refused = storedEvent({ created: '\u0000' })
  const results = await Promise.allSettled([
    createIn(store),
    createIn(store, { event: refused }),
    createIn(store),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await store.events('live', { limit: 5, order: 'by-id' })).items).toHaveLength(2)
})

test('what arrives in one turn is one statement, and so are the claims that end in one turn', async () => {
  const pool = new Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  const texts: string[] = []
  const counting = {
    connect: () => pool.connect(),
    end: () => pool.end(),
    query: (query: { text: string }) => {
      texts.push(query.text)
      return pool.query(query)
    },
  }
  const store = await openStore({ pool: counting, schema: 'counted' })
  await store.addWebhook(storedWebhook())
  await Promise.all(Array.from({ length: 40 }, () => createIn(store)))
  const claims = await claimIn(store)
  expect(claims).toHaveLength(40)
  await Promise.all(claims.map((claim) => store.settle([claim])))
  expect(texts.filter((text) => text.includes('nextval'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('settle_deliveries'))).toHaveLength(1)
})
