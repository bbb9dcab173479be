// Keys and secrets in the usual letters are found by their prefix. Only those that are not must be looked for one by one.
const findable = /^(sk_live_|sk_test_|whsec_)[\w+/=.-]+$/
const mostKnown = 1_000

/** The keys and secrets of a state that no pattern finds: keys in unusual letters, and tokens without a prefix. */
export interface KnownSecrets {
  /** Remembers a secret. */
  learn(secret: string): void
  /** The secrets to look for, the longest one first, because a shorter one may be its beginning. */
  list(): readonly string[]
}

/** Makes an empty list of secrets. Beyond a thousand the oldest ones are forgotten. */
export function createKnownSecrets(): KnownSecrets {
  const known = new Set<string>()
  let sorted: readonly string[] | undefined = []

  return {
    learn(secret) {
      if (secret.length === 0 || findable.test(secret) || known.has(secret)) return
      known.add(secret)
      const [oldest] = known
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
      sorted = undefined
    },
    list: () => (sorted ??= [...known].sort((one, other) => other.length - one.length)),
  }
}
