import { refuseValue } from '../errors/refuse'
import { deliveryKey, keyOfToken, newToken } from '../receiving/claim-token'
import type { DedupeStore } from '../receiving/dedupe'
import { systemClock } from '../transport/clock'
import { Lease, momentOf } from '../transport/lease'
import type { RedisClient } from './redis/client'
import { claimScript, commitScript, policyScript, releaseScript, renewScript } from './redis/inbox-scripts'
import { createScriptRunner, type RunScript } from './redis/scripts'

/** Options of `redisInbox`. */
export interface RedisInboxOptions {
  /** The text before the scope and the id of a delivery in its key. `event-delivery:inbox:` unless given. */
  prefix?: string | undefined
  /**
   * Called when Redis has forgotten a claim that it held: it was flushed, it failed over to a replica that had not got the claim yet, or it
   * deletes keys to make room. Deliveries that were handled before may then be handled again. Called too after the first claim, where the
   * `maxmemory-policy` of Redis lets it delete keys. `console.warn` unless given.
   */
  onWarning?: ((warning: string) => unknown) | undefined
}

// The server's clock may run faster than that of an owner, by a hundredth of a lease.
const sureShare = 0.99
// An owner that neither commits nor releases leaves its lease behind. Those that have ended are forgotten when there are more than these.
const mostLeases = 10_000
// A key outlives its lease by so many milliseconds, so that a late owner whom nobody has followed can still commit.
const keptAfterLease = 60_000
// Redis counts in whole milliseconds, and takes no longer times than these.
const mostMs = 1e12
const wholeMs = (ms: number) => Math.min(Math.ceil(ms), mostMs).toFixed(0)

const forgotten =
  'Redis has forgotten a claim that it held: it was flushed, it failed over to a replica that was behind, or it evicts keys ' +
  '(maxmemory-policy should be noeviction). Deliveries that were handled before may be handled again.'

const evicting = (policy: string) =>
  `The maxmemory-policy of Redis is ${policy}: when its memory is full it deletes deliveries that were handled, and they are handled again ` +
  'where the service sends them again. Set it by CONFIG SET maxmemory-policy noeviction, or in the settings of the service that runs Redis.'

/**
 * Makes a dedupe store on Redis or Valkey, one key a delivery, so that a cluster will do. Leases and retention end by the time of the
 * server, which deletes the keys by itself.
 *
 * A claim is as safe as Redis keeps its data: a flush, or a failover to a replica that was behind, forgets deliveries that were handled,
 * and those that the service sends again are handled again. Where Redis forgets a claim before its lease has ended, the owner makes the
 * claim again, unless another process was faster, and `onWarning` is called.
 *
 * @throws InvalidRequestError for an option that cannot be right. `param` names it.
 * @example
 * const receive = createReceiver({ secret, store: redisInbox(redis), otherwise })
 */
export function redisInbox(client: RedisClient, options: RedisInboxOptions = {}): DedupeStore {
  const { prefix = 'event-delivery:inbox:', onWarning = (warning) => console.warn(warning) } = options
  if (typeof prefix !== 'string') refuseValue('prefix', prefix, 'give a text.')
  const run = createScriptRunner(client)
  const runScript: RunScript = async (...script) => {
    const answer = await run(...script)
    // A client may have been set to answer in bytes.
    return answer instanceof Uint8Array ? new TextDecoder().decode(answer) : answer
  }
  const leases = new Map<string, Lease>()
  let isPolicyKnown = false

  /** Warns of a policy that deletes keys, once, and anew once a claim was forgotten: a replica may have another policy. Where Redis does not tell it, there is nothing to say. */
  const warnOfEviction = async (key: string) => {
    if (isPolicyKnown) return
    isPolicyKnown = true
    const policy = await runScript(policyScript, key)
    if (typeof policy === 'string' && policy !== 'noeviction')
      onWarning(`[event-delivery] ${evicting(policy)}`)
  }
  const noteLease = (token: string, lease: Lease) => {
    leases.set(token, lease)
    if (leases.size <= mostLeases) return
    for (const [other, { hasEnded }] of leases) if (hasEnded) leases.delete(other)
  }
  const leaseOf = (ms: number) => new Lease(systemClock, ms * sureShare, momentOf(systemClock))
  const asOwner = async (script: string, token: string, ...args: string[]): Promise<boolean> => {
    const key = keyOfToken(token)
    const nonce = token.slice(0, token.length - key.length)
    const isSure = leases.get(token)?.hasEnded === false
    const answer = await runScript(script, prefix + key, nonce, isSure ? 'holds' : '', ...args)
    if (answer === 'forgotten') {
      isPolicyKnown = false
      onWarning(`[event-delivery] ${forgotten}`)
    }
    return answer !== 'lost'
  }
  const asLastAct = async (script: string, token: string, ...args: string[]) => {
    const isOwner = await asOwner(script, token, ...args)
    leases.delete(token)
    return isOwner
  }

  return {
    async claim(scope, id, ms) {
      const key = deliveryKey(scope, id)
      const token = newToken(key)
      const nonce = token.slice(0, token.length - key.length)
      const lease = leaseOf(ms)
      const answer = await runScript(claimScript, prefix + key, nonce, wholeMs(ms), wholeMs(keptAfterLease))
      // In the background: no delivery waits for it, or fails with it.
      warnOfEviction(prefix + key).catch(() => {})
      if (answer !== 'claimed') return answer as 'done' | 'busy'
      noteLease(token, lease)
      return token
    },
    async renew(token, ms) {
      const lease = leaseOf(ms)
      const isOwner = await asOwner(renewScript, token, wholeMs(ms), wholeMs(keptAfterLease))
      if (isOwner) noteLease(token, lease)
      else leases.delete(token)
      return isOwner
    },
    commit: (token, retention) => asLastAct(commitScript, token, wholeMs(retention)),
    release: (token) => asLastAct(releaseScript, token),
  }
}
