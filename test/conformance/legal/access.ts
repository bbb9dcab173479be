import { identifierMaker, newKey } from './identifiers'
import { Refusal } from './refusal'
import type { Choices } from './dimensions'
import type { Fields, Mode, Outcome } from './account'

const second = 1_000
const scopeNames = ['events:read', 'events:write', 'webhooks:read', 'webhooks:write'] as const
export type Scope = (typeof scopeNames)[number]

/** A key that a service knows. */
export interface KnownKey {
  value: string
  mode: Mode
  /** All that it may do; absent for a full key. */
  scopes?: readonly string[]
  /** When it is accepted for the first and for the last time, in milliseconds since the epoch. */
  from?: number
  until?: number
}

/** The keys of a service, and what each may do. */
export class Access {
  readonly #keys = new Map<string, KnownKey>()
  readonly #newId: (prefix: string) => string
  /** The keys with which the service begins. */
  readonly own: { live: string; test: string; reader: string; writer: string; expired: string }

  constructor(
    private readonly choices: Choices,
    private readonly now: () => number,
  ) {
    const add = (key: Omit<KnownKey, 'value'>) => {
      const value = newKey(choices.keyForm, key.mode)
      this.#keys.set(value, { ...key, value })
      return value
    }
    this.#newId = identifierMaker(choices.ids, now)
    this.own = {
      live: add({ mode: 'live' }),
      test: add({ mode: 'test' }),
      reader: add({ mode: 'live', scopes: ['events:read', 'webhooks:read'] }),
      writer: add({ mode: 'live', scopes: ['events:write', 'webhooks:write'] }),
      expired: add({ mode: 'live', scopes: scopeNames, until: now() - 60 * second }),
    }
    if (choices.accountKeys === 'one-pair') return
    // Each key has namesakes of the other mode and of its own, which are valid as well.
    for (const [value, key] of [...this.#keys]) {
      const mode = key.mode === 'live' ? 'test' : 'live'
      const namesake = value.replace(`sk_${key.mode}_`, `sk_${mode}_`)
      this.#keys.set(namesake, { value: namesake, mode })
      add({ mode: key.mode })
    }
  }

  /** The key of a request, or the refusal of a missing, unknown or ended one. */
  authenticate(headers: Headers): KnownKey {
    const pattern = this.choices.bearer === 'exact' ? /^Bearer (\S+)$/ : /^bearer +(\S+)$/i
    const key = this.#keys.get(pattern.exec(headers.get('authorization') ?? '')?.[1] ?? '')
    const now = this.now()
    if (!key || now < (key.from ?? 0)) throw new Refusal(401, undefined, { headers: this.#challenge() })
    const grace = this.choices.keyEnd === '2-s-late' ? 2 * second : 0
    if (key.until !== undefined && now >= key.until + grace) throw new Refusal(this.choices.expiredKey)
    return key
  }

  /** Refuses a key that lacks a scope. */
  permit({ scopes }: KnownKey, scope: Scope): void {
    if (scopes && !scopes.includes(scope)) throw new Refusal(this.choices.missingScope)
  }

  /** Makes a scoped key, where the service offers that. */
  create(by: KnownKey, { name, scopes, expiresAt }: Fields, write: (time: number) => string): Outcome {
    const { scopedKeys, keyForm } = this.choices
    if (by.scopes || scopedKeys === 'refused') throw new Refusal(403)
    if (typeof name !== 'string' || name === '') throw new Refusal(400, 'name')
    const known: readonly unknown[] = scopeNames
    if (!Array.isArray(scopes) || !scopes.every((scope) => known.includes(scope)))
      throw new Refusal(400, 'scopes')
    const until = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN
    if (!(until > this.now())) throw new Refusal(400, 'expiresAt')
    const value = newKey(keyForm, by.mode)
    const from = scopedKeys === 'valid-after-2-s' ? this.now() + 2 * second : this.now()
    this.#keys.set(value, { value, mode: by.mode, scopes: scopes as string[], from, until })
    const shown = scopedKeys === 'other-field' ? { token: { kind: 'bearer', value } } : { key: value }
    const body = { id: this.#newId('key_'), name, scopes, expiresAt, created: write(this.now()), ...shown }
    return { status: 201, kind: 'key', body }
  }

  #challenge(): Record<string, string> {
    const challenges: Record<Choices['challenge'], Record<string, string>> = {
      none: {},
      bearer: { 'WWW-Authenticate': 'Bearer' },
      realm: { 'WWW-Authenticate': 'Bearer realm="events", error="invalid_token"' },
    }
    return challenges[this.choices.challenge]
  }
}
