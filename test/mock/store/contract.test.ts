import { afterAll, beforeAll, describe, test } from 'vitest'
import { createMemoryStore } from '@event-delivery/mock'
import { testStore } from '@event-delivery/mock/testing'
import { makeDatabase } from '../../support/postgres'
import { storesIn } from '../../support/postgres-store'

describe('a store in memory', () => {
  void testStore(() => createMemoryStore(), { test })
})

describe('a store on PostgreSQL', () => {
  let stores: ReturnType<typeof storesIn>
  beforeAll(async () => {
    stores = storesIn(await makeDatabase(afterAll))
  })
  void testStore(() => stores.makeStore(), { test, another: (store) => stores.another(store) })
})
