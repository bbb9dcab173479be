import { scopes as allScopes, type Scope } from '../../../generated/operations'
import { isSuccess } from './expect'
import { remedyOfScopes } from '../engine/needs'
import { NotApplicable, hasScope, modeOf, type Answer, type Context, type Key } from '../engine/check'

const minute = 60_000
/** Milliseconds until a new key has to be accepted, and between two attempts. */
const longestDelay = 5_000
const delay = 500

/** Asks for a scoped key and resolves to the answer, whatever that is. */
export function sendScopedKey(
  context: Context,
  by: Key | null,
  scopes: readonly Scope[],
  lifetime = 10 * minute,
): Promise<Answer> {
  const expiresAt = new Date(context.now() + lifetime).toISOString()
  const body = { name: `Conformance ${context.prefix}`, scopes, expiresAt }
  return context.call('createKey', { key: by, body })
}

/** Makes a scoped key by a full one; `undefined` where the deployment does not offer it. */
async function makeScopedKey(
  context: Context,
  scopes: readonly Scope[],
  lifetime?: number,
  by: Key = context.liveKey(),
): Promise<Key | undefined> {
  const answer = await sendScopedKey(context, by, scopes, lifetime)
  const value = /"(sk_[^"\s]{6,})"/.exec(JSON.stringify(answer.json ?? null))?.[1]
  if (!isSuccess(answer) || value === undefined) {
    // Any other refusal shows that the operation is offered, but not to this key or plan (OQ-17).
    const isAbsent = [404, 405, 501].includes(answer.status) && modeOf(by) === 'live' && by.kind !== 'scoped'
    if (isAbsent) context.observe('operations', { createKey: null })
    return undefined
  }
  context.hide(value, '<scoped key>')
  const { method, path } = context.route('createKey')
  context.observe('operations', { createKey: `${method} ${path}` })
  return { kind: 'scoped', value, label: '<scoped key>', scopes }
}

/**
 * Waits until new keys are known everywhere: the interface does not say how soon a key can be used. It tries the first key that may list events, and
 * none of the others, because a refusal of these would tell nothing. Resolves to the last answer that it got.
 */
async function untilAccepted(context: Context, keys: readonly Key[]): Promise<Answer | undefined> {
  const reader = keys.find((key) => hasScope(key, 'events:read'))
  if (!reader) return undefined
  let answer: Answer | undefined
  for (let waited = 0; waited < longestDelay; waited += delay) {
    answer = await context.call('listEvents', { key: reader, query: { limit: 1 } })
    if (isSuccess(answer)) break
    await context.wait(delay)
  }
  return answer
}

/** Makes a key for each list of scopes; fewer where the deployment makes no more of them. */
async function makeScopedKeys(context: Context, lists: readonly (readonly Scope[])[]) {
  const keys: Key[] = []
  const madeAt: number[] = []
  for (const scopes of lists) {
    const key = await makeScopedKey(context, scopes)
    if (!key) break
    keys.push(key)
    madeAt.push(context.now())
  }
  const listed = await untilAccepted(context, keys)
  // A key that was made after the one that was awaited is accepted as much later.
  const reader = keys.findIndex((key) => hasScope(key, 'events:read'))
  const later = (madeAt.at(-1) ?? 0) - (madeAt[reader] ?? Infinity)
  if (later > 0) await context.wait(later)
  return { keys, listed }
}

/** Makes a scoped key by a full one, the live one unless given; `NotApplicable` where the deployment does not offer it. */
export async function requireScopedKey(
  context: Context,
  scopes: readonly Scope[],
  lifetime?: number,
  by?: Key,
): Promise<Key> {
  const key = await makeScopedKey(context, scopes, lifetime, by)
  if (key) {
    await untilAccepted(context, [key])
    return key
  }
  const { method, path } = context.route('createKey')
  const who = by && modeOf(by) === 'test' ? ' for a test key' : ''
  throw new NotApplicable(`The deployment makes no scoped keys at ${method} ${path}${who}.`)
}

/** The scoped keys that were given, with one made for each scope in mode full where the deployment offers it. */
export async function scopedKeys(context: Context): Promise<readonly Key[]> {
  const given = context.keys('scoped')
  if (!context.permits('full')) return given
  // A service may take a key without any scope for one that permits everything, or refuse to make it.
  const each = [...allScopes.map((scope) => [scope]), []]
  const made = await context.once('scoped keys', () => makeScopedKeys(context, each))
  const all = [...given, ...made.keys]
  if (all.length > 0) return all
  throw new NotApplicable(
    'No scoped key was given, and the deployment makes none.',
    remedyOfScopes(context.settings),
  )
}
