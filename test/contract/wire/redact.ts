/** Length of a text above which one pattern of all secrets is faster than a search for each secret. */
const longText = 50_000

/**
 * Knows the secrets of a run and replaces them in texts. Nothing else in a text is changed.
 *
 * @example
 * const redactor = new Redactor()
 * redactor.add('sk_live_4eC39', '$EVENT_DELIVERY_LIVE_KEY')
 * redactor.redact('Bearer sk_live_4eC39') // 'Bearer $EVENT_DELIVERY_LIVE_KEY'
 */
export class Redactor {
  readonly #labels = new Map<string, string>()

  /** Has `secret` replaced by `label` from now on, in each form in which a service may write it. */
  add(secret: string, label: string): void {
    for (const form of forms(secret)) if (!this.#labels.has(form)) this.#labels.set(form, label)
  }

  redact(text: string): string {
    return text.length > longText ? this.#redactLong(text) : (this.redactAll([text])[0] ?? '')
  }

  /** Redacts texts that belong together, which costs less than to redact them one by one. */
  redactAll(texts: readonly string[]): string[] {
    const all = texts.join('\n')
    const found = [...this.#labels].filter(([form]) => all.includes(form))
    // The longest form goes first: where one secret is the beginning of another, no part of the longer one is left.
    found.sort(([a], [b]) => b.length - a.length)
    return texts.map((text) =>
      found.reduce((left, [form, label]) => left.replaceAll(form, () => label), text),
    )
  }

  /** Redacts with one pattern of all secrets, which is slow to compile and fast to use. */
  #redactLong(text: string): string {
    const all = [...this.#labels.keys()].sort((a, b) => b.length - a.length)
    if (all.length === 0) return text
    const escaped = all.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    return text.replace(new RegExp(escaped.join('|'), 'g'), (form) => this.#labels.get(form) ?? '')
  }
}

function forms(secret: string): string[] {
  // The part after the prefix is the signing key, which alone is enough to forge deliveries.
  const bare = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  const written = new Set([...texts(secret), ...texts(bare), ...bytes(bare)])
  // A shorter form would be found in ordinary words, and no service makes secrets that short.
  return [...written].filter((form) => form.length >= 8)
}

/**
 * A secret as text: plain, in a URL, and in JSON. Some JSON writers escape slashes, others all that is special in HTML.
 */
function texts(secret: string): string[] {
  const url = encodeURIComponent(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const special = (width: (code: string) => string) =>
    secret.replace(/[^\w.~-]/g, (one) => `\\u${width(one.charCodeAt(0).toString(16)).padStart(4, '0')}`)
  return [
    secret,
    url,
    url.replace(/%../g, (code) => code.toLowerCase()),
    json,
    json.replaceAll('/', '\\/'),
    special((code) => code),
    special((code) => code.toUpperCase()),
  ]
}

/**
 * A secret in hex and in base64. A base64 letter may depend on the bytes before and after the secret, so that there are three
 * forms, each without the letters that it shares with its neighbours.
 */
function bytes(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex')
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.from(' '.repeat(before) + secret)
    const ends = whole.length - (whole.length % 3)
    return whole.subarray(before === 0 ? 0 : 3, ends).toString('base64')
  })
  const forUrls = base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))
  return [hex, hex.toUpperCase(), ...base64, ...forUrls]
}
