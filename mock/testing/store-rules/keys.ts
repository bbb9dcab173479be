import { expect, expectEqual, makeKey, second, type StoreRules, start } from './rule'

/** The rules about API keys and their rates. */
export const keyRules: StoreRules = {
  async 'a key is found by its text until it is removed'({ store }) {
    const full = makeKey()
    const scoped = makeKey({ scopes: ['events:read'], expiresAt: '2026-02-01T00:00:00.000Z', mode: 'test' })
    expectEqual(await store.addKey(full), true, 'The addition of a key')
    expectEqual(await store.addKey(scoped), true, 'The addition of a second key')
    expectEqual(await store.findKey(full.key), full, 'The first key')
    expectEqual(await store.findKey(scoped.key), scoped, 'The second key')
    expectEqual(await store.keys(), [full, scoped], 'All keys')
    expectEqual(await store.removeKey(full.id), true, 'The removal')
    expectEqual(await store.removeKey(full.id), false, 'The second removal')
    expectEqual(await store.findKey(full.key), undefined, 'The removed key')
  },
  async 'a key gets another end, and stays what it was besides'({ store }) {
    const key = makeKey()
    await store.addKey(key)
    await store.findKey(key.key)
    const expiresAt = '2026-03-01T00:00:00.000Z'
    expectEqual(await store.expireKey(key.id, expiresAt), true, 'The change')
    expectEqual(await store.findKey(key.key), { ...key, expiresAt }, 'The key that ends')
    expectEqual(await store.keys(), [{ ...key, expiresAt }], 'All keys')
    await store.expireKey(key.id, null)
    expectEqual(await store.findKey(key.key), key, 'The key that ends no more')
    expectEqual(await store.expireKey('key_none', null), false, 'The change of a key that is none')
  },
  async 'a key that exists is not added again'({ store }) {
    const key = makeKey()
    const equal = [key, makeKey({ key: key.key }), makeKey({ key: key.key })]
    const added = await Promise.all(equal.map((one) => store.addKey(one)))
    expectEqual(added.filter(Boolean).length, 1, 'The number of additions')
    expectEqual((await store.keys()).length, 1, 'The number of keys')
  },
  async 'a rate lets the requests of one second pass at once, and then each one at its time'({ store }) {
    const waits = await Promise.all(Array.from({ length: 12 }, async () => store.take('key_1', start, 10)))
    expectEqual(waits.filter((wait) => wait === 0).length, 10, 'The number of requests that passed')
    const [wait = 0] = waits.filter((one) => one > 0)
    expect(wait > 99 && wait <= 100.1, `The next request has to wait 100 ms. It was to wait ${wait}.`)
    expect((await store.take('key_1', start + 99, 10)) > 0, 'A request passed before its time.')
    expectEqual(await store.take('key_1', start + 100.1, 10), 0, 'The wait of a request at its time')
    expectEqual(await store.take('key_2', start + 100.1, 10), 0, 'The wait of another key')
    const later = start + 10 * second
    for (let index = 0; index < 10; index++) {
      expectEqual(await store.take('key_1', later, 10), 0, 'The wait of a request after a pause')
    }
    const isBounded = (await store.take('key_1', later, 10)) > 0
    expect(isBounded, 'More requests were saved up than those of a second.')
  },
}
