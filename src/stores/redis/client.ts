/** The keys and arguments of a script, as node-redis takes them. */
export interface ScriptInput {
  keys: string[]
  arguments: string[]
}

/** A client of `redis` (node-redis): one connection, a pool, a cluster or sentinels. */
export interface NodeRedisClient {
  evalSha(sha: string, input: ScriptInput): Promise<unknown>
  eval(script: string, input: ScriptInput): Promise<unknown>
}

/** A client of `ioredis`, or of `iovalkey`: one connection, sentinels or a cluster. */
export interface IoredisClient {
  evalsha(sha: string, keys: number, ...input: string[]): Promise<unknown>
  eval(script: string, keys: number, ...input: string[]): Promise<unknown>
}

/**
 * A client of Redis or Valkey, by its shape: `redis` or `ioredis`. It has to be connected, and who made it closes it.
 *
 * @example
 * const inboxOn = (client: RedisClient) => redisInbox(client, { prefix: 'shop:' })
 */
export type RedisClient = NodeRedisClient | IoredisClient
