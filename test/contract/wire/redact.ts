/** Characters from which on one pattern of all secrets is quicker than a search for each. */
const longText = 50_000

/**
 * Knows every secret of a run and takes it out of text, exactly: nothing else is changed.
 *
 * @example
 * const redactor = new Redactor()
 * redactor.add('sk_live_4eC39', '$EVENT_DELIVERY_LIVE_KEY')
 * redactor.redact('Bearer sk_live_4eC39') // 'Bearer $EVENT_DELIVERY_LIVE_KEY'
 */
export class Redactor {
  readonly #labels = new Map<string, string>()

  /** Has `secret` replaced by `label` from now on, in each form in which it could be written. */
  add(secret: string, label: string): void {
    for (const form of forms(secret)) if (!this.#labels.has(form)) this.#labels.set(form, label)
  }

  redact(text: string): string {
    return text.length > longText ? this.#redactLong(text) : (this.redactAll([text])[0] ?? '')
  }

  /** The same for texts that belong together, at less cost than one by one. */
  redactAll(texts: readonly string[]): string[] {
    const all = texts.join('\n')
    const found = [...this.#labels].filter(([form]) => all.includes(form))
    // Longest first, so that no secret survives in part when another is its prefix.
    found.sort(([a], [b]) => b.length - a.length)
    return texts.map((text) =>
      found.reduce((left, [form, label]) => left.replaceAll(form, () => label), text),
    )
  }

  /** One pattern is slow to compile and quick to use. */
  #redactLong(text: string): string {
    const all = [...this.#labels.keys()].sort((a, b) => b.length - a.length)
    if (all.length === 0) return text
    const escaped = all.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    return text.replace(new RegExp(escaped.join('|'), 'g'), (form) => this.#labels.get(form) ?? '')
  }
}

function forms(secret: string): string[] {
  // The signing key is the part after the prefix; it alone verifies and forges deliveries.
  const bare = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret
  const written = new Set([...texts(secret), ...texts(bare), ...bytes(bare)])
  // Shorter forms would hit ordinary words; no service makes secrets that short.
  return [...written].filter((form) => form.length >= 8)
}

/** As it is, in a URL, and in JSON of the common writers: PHP escapes slashes, others all that is special in HTML. */
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

/** In hex, and in base64, whatever stands before and after: there only what the secret alone decides is taken. */
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
