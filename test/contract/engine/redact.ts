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
  #pattern: RegExp | undefined

  /** Has `secret` replaced by `label` from now on, in each form in which it could be written. */
  add(secret: string, label: string): void {
    for (const form of forms(secret)) if (!this.#labels.has(form)) this.#labels.set(form, label)
    this.#pattern = undefined
  }

  redact(text: string): string {
    if (this.#labels.size === 0) return text
    // Longest first, so that no secret survives in part when another is its prefix.
    this.#pattern ??= new RegExp(
      [...this.#labels.keys()]
        .sort((a, b) => b.length - a.length)
        .map((secret) => secret.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
        .join('|'),
      'g',
    )
    return text.replace(this.#pattern, (secret) => this.#labels.get(secret) ?? '')
  }
}

function forms(secret: string): string[] {
  const written = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  // The signing key is the part after the prefix; it alone verifies and forges deliveries.
  if (secret.startsWith('whsec_')) written.push(secret.slice('whsec_'.length))
  // Shorter forms would hit ordinary words; no service makes secrets that short.
  return written.filter((form) => form.length >= 8)
}
