import { createClient, createCluster } from 'redis-5'
import { judgeStores } from './redis-stores'

await judgeStores({
  one: async (url) => createClient({ url }).connect(),
  async many(ports) {
    const cluster = createCluster({ rootNodes: ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })) })
    await cluster.connect()
    return cluster
  },
})
