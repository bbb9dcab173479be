import type { Scope } from '../../../generated/operations'
import { NotApplicable } from '../engine/outcome'
import { isSuccess } from './expect'
import { permits } from '../engine/vocabulary'
import type { Answer } from '../wire/client'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

const minute = 60_000

/** Makes a scoped key with the live key; `undefined` where the deployment does not offer it. */
export async function makeScopedKey(
  context: Context,
  scopes: readonly Scope[],
  lifetime = 10 * minute,
): Promise<{ key: Key; answer: Answer } | undefined> {
  const expiresAt = new Date(context.now() + lifetime).toISOString()
  const body = { name: `Conformance ${context.prefix}`, scopes, expiresAt }
  const answer = await context.call('createKey', { key: context.liveKey(), body })
  const value = /"(sk_[^"\s]{6,})"/.exec(JSON.stringify(answer.json ?? null))?.[1]
  if (!isSuccess(answer) || value === undefined) {
    // Another refusal than these shows an operation that this key or plan may not use (OQ-17).
    if ([404, 405, 501].includes(answer.status)) context.observe('operations', { createKey: null })
    return undefined
  }
  context.hide(value, '<scoped key>')
  const { method, path } = context.route('createKey')
  context.observe('operations', { createKey: `${method} ${path}` })
  return { key: { kind: 'scoped', value, label: '<scoped key>', scopes }, answer }
}

/** The scoped keys that were given, with one made for each scope in mode full where the deployment offers it. */
export async function scopedKeys(context: Context): Promise<readonly Key[]> {
  const given = context.keys('scoped')
  if (!permits(context.mode, 'full')) return given
  const made = await context.once('scoped keys', async () => {
    const keys: Key[] = []
    for (const scopes of [
      ['events:read'],
      ['events:write'],
      ['webhooks:read'],
      ['webhooks:write'],
    ] as const) {
      const one = await makeScopedKey(context, scopes).catch((error: unknown) => {
        if (error instanceof NotApplicable) return undefined
        throw error
      })
      if (!one) break
      keys.push(one.key)
    }
    return keys
  })
  const all = [...given, ...made]
  if (all.length > 0) return all
  throw new NotApplicable(
    'No scoped key was given, and the deployment makes none.',
    '--scoped-key SCOPE[,SCOPE]=KEY',
  )
}
