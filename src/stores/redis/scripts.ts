import { refuse } from '../../errors/refuse'
import { hex, utf8 } from '../../core/encoding'
import type { IoredisClient, NodeRedisClient, RedisClient } from './client'

/** Runs a script on one key, and resolves to its answer. */
export type RunScript = (script: string, key: string, ...args: string[]) => Promise<unknown>

interface Runner {
  bySha(sha: string, key: string, args: string[]): Promise<unknown>
  bySource(script: string, key: string, args: string[]): Promise<unknown>
}

const has = (client: RedisClient, name: string) =>
  typeof (client as unknown as Record<string, unknown> | undefined)?.[name] === 'function'

function runnerOf(client: RedisClient): Runner {
  if (has(client, 'evalSha')) {
    const node = client as NodeRedisClient
    return {
      bySha: (sha, key, args) => node.evalSha(sha, { keys: [key], arguments: args }),
      bySource: (script, key, args) => node.eval(script, { keys: [key], arguments: args }),
    }
  }
  if (!has(client, 'evalsha')) refuse('client', 'must be a client of redis or ioredis.')
  const io = client as IoredisClient
  return {
    bySha: (sha, key, args) => io.evalsha(sha, 1, key, ...args),
    bySource: (script, key, args) => io.eval(script, 1, key, ...args),
  }
}

const shaOf = async (script: string) => hex(new Uint8Array(await crypto.subtle.digest('SHA-1', utf8(script))))

const isUnknownScript = (error: unknown) =>
  String((error as Error | undefined)?.message).startsWith('NOSCRIPT')

/**
 * Makes what runs scripts on a client. A script is sent by its hash, and in full where the server does not know it: after a restart, a
 * failover or `SCRIPT FLUSH`.
 */
export function createScriptRunner(client: RedisClient): RunScript {
  const runner = runnerOf(client)
  const shas = new Map<string, Promise<string>>()
  return async (script, key, ...args) => {
    const sha = shas.get(script) ?? shaOf(script)
    shas.set(script, sha)
    try {
      return await runner.bySha(await sha, key, args)
    } catch (error) {
      if (!isUnknownScript(error)) throw error
      return runner.bySource(script, key, args)
    }
  }
}
