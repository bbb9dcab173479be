import type { DedupeStore } from './dedupe'

/** The terms on which deliveries are claimed. Times in milliseconds. */
export interface ClaimTerms {
  store: DedupeStore
  scopes: readonly string[]
  lease: number
  retention: number
}

/** The claim of one delivery, in each of its scopes. Each action resolves to whether the claim was still owned in all of them. */
export interface Ownership {
  renew(): Promise<boolean>
  commit(): Promise<boolean>
  release(): Promise<boolean>
}

const isTrue = (value: boolean) => value

/**
 * Claims a delivery in all scopes. Where one scope knows it as handled, the others learn that too: it makes a change of the secret, and so
 * of the scope, go unnoticed.
 */
export async function claimDelivery(
  { store, scopes, lease, retention }: ClaimTerms,
  id: string,
): Promise<Ownership | 'done' | 'busy'> {
  const tokens: string[] = []
  const withEach = async (action: (token: string) => boolean | Promise<boolean>) =>
    (await Promise.all(tokens.map(async (token) => action(token)))).every(isTrue)
  const ownership: Ownership = {
    renew: () => withEach((token) => store.renew(token, lease)),
    commit: () => withEach((token) => store.commit(token, retention)),
    release: () => withEach((token) => store.release(token)),
  }
  const others = new Set<unknown>()
  try {
    for (const scope of scopes) {
      const result: unknown = await store.claim(scope, id, lease)
      if (result === 'done' || result === 'busy') others.add(result)
      else if (typeof result === 'string' && result) tokens.push(result)
      else
        throw new TypeError(`store.claim resolved to ${String(result)}. A token, "busy" or "done" is right.`)
    }
  } catch (error) {
    // The first error says what is wrong. A claim that cannot be released ends with its lease.
    await ownership.release().catch(() => {})
    throw error
  }
  if (others.has('done')) {
    await ownership.commit()
    return 'done'
  }
  if (others.has('busy')) {
    await ownership.release()
    return 'busy'
  }
  return ownership
}
