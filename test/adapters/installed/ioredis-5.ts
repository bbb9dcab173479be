import { Cluster, Redis } from 'ioredis-5'
import { judgeStores } from './redis-stores'

await judgeStores({
  async one(url) {
    const client = new Redis(url, { lazyConnect: true })
    await client.connect()
    return client
  },
  many: async (ports) => new Cluster(ports.map((port) => ({ host: '127.0.0.1', port }))),
})
