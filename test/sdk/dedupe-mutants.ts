import type { FakeClock } from '@event-delivery/sdk/testing'
import { type Action, TableStore } from './table-store'

const keyOf = (token: string) => token.slice(0, token.lastIndexOf('#'))

/** Lets the tokens of a store carry their keys, so that an action can forget to compare the token. */
const forgetting =
  (forgotten: Action) =>
  (store: TableStore): Partial<TableStore> => ({
    newToken: (key) => `${key}#${crypto.randomUUID()}`,
    owned: (token, action) =>
      store.rows.find((row) =>
        action === forgotten ? row.key === keyOf(token) && !row.isDone : row.token === token && !row.isDone,
      ),
  })

const rowOf = ({ rows }: TableStore, token: string) => rows.find((row) => row.token === token)

/** Faults of a dedupe store, each as the steps that it replaces in a store that is right. */
const faults: Readonly<Record<string, (store: TableStore, right: TableStore) => Partial<TableStore>>> = {
  'the scope is left out': () => ({ key: (_scope, id) => id }),
  'scope and id are joined by a colon': () => ({ key: (scope, id) => `${scope}:${id}` }),
  'keys are compared without case': (_, right) => ({ key: (...names) => right.key(...names).toLowerCase() }),
  'keys are trimmed': (_, right) => ({ key: (scope, id) => right.key(scope.trim(), id.trim()) }),
  'keys are cut at 255 characters': (_, right) => ({ key: (...names) => right.key(...names).slice(0, 255) }),
  'an underscore matches any character': (store) => ({
    find(key) {
      const pattern = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('_', '.')
      return store.rows.find((row) => new RegExp(`^${pattern}$`).test(row.key))
    },
  }),
  'a token is not compared on commit': forgetting('commit'),
  'a token is not compared on release': forgetting('release'),
  'a token is not compared on renew': forgetting('renew'),
  'each claim of a delivery has the same token': () => ({ newToken: (key) => key }),
  'a lease never ends': (_, right) => ({ hasEnded: (row) => row.isDone && right.hasEnded(row) }),
  'a lease ends at once': (_, right) => ({ claim: (scope, id) => right.claim(scope, id, 0) }),
  'a lease is taken for seconds': (_, right) => ({
    claim: (scope, id, lease) => right.claim(scope, id, lease * 1000),
  }),
  'a renewal takes a lost claim back': (store) => ({
    ...forgetting('commit')(store),
    owned: (token) => store.rows.find((row) => row.token === token && !row.isDone),
    async renew(token, lease) {
      const row = store.find(keyOf(token))
      if (row) Object.assign(row, { token, until: store.clock.monotonic() + lease })
      return row !== undefined
    },
  }),
  'a renewal changes nothing': (store) => ({
    renew: async (token) => store.owned(token, 'renew') !== undefined,
  }),
  'a renewal after a commit makes it a claim again': (store) => ({
    async renew(token, lease) {
      const row = rowOf(store, token)
      if (row) Object.assign(row, { isDone: false, until: store.clock.monotonic() + lease })
      return row !== undefined
    },
  }),
  'a release forgets what was committed': (store) => ({
    async release(token) {
      const row = rowOf(store, token)
      if (row) store.remove(row)
      return row !== undefined
    },
  }),
  'what is done is forgotten with its lease': (store) => ({
    async commit(token) {
      const row = store.owned(token, 'commit')
      if (row) row.isDone = true
      return row !== undefined
    },
  }),
  'what is done is never forgotten': (_, right) => ({
    hasEnded: (row) => !row.isDone && right.hasEnded(row),
  }),
  'what is done is forgotten at once': (_, right) => ({ commit: (token) => right.release(token) }),
  'a release leaves the claim': (store) => ({
    release: async (token) => store.owned(token, 'release') !== undefined,
  }),
  'two that claim at once both get it': (store) => ({
    async claim(scope, id, lease) {
      const key = store.key(scope, id)
      const row = store.find(key)
      await Promise.resolve()
      if (row && !store.hasEnded(row)) return row.isDone ? 'done' : 'busy'
      if (row) store.remove(row)
      const token = store.newToken(key)
      store.rows.push({ key, token, until: store.clock.monotonic() + lease, isDone: false })
      return token
    },
  }),
  'done is told as busy': (_, right) => ({
    async claim(...given) {
      const result = await right.claim(...given)
      return result === 'done' ? 'busy' : result
    },
  }),
  'an answer is no boolean': (_, right) => ({
    commit: async (...given) => ((await right.commit(...given)) ? (1 as unknown as boolean) : false),
  }),
  'an unknown token throws': (_, right) => ({
    owned(token, action) {
      if (!token.startsWith('token-')) throw new Error('No such token.')
      return right.owned(token, action)
    },
  }),
}

/** Dedupe stores with one fault each, by the fault. */
export const dedupeMutants = Object.entries(faults).map(([fault, replace]) => ({
  fault,
  make(clock: FakeClock): TableStore {
    const store = new TableStore(clock)
    const right = new Proxy(store, {
      get: (_, name) => (Reflect.get(TableStore.prototype, name) as () => unknown).bind(store),
    })
    return Object.assign(store, replace(store, right))
  },
}))
