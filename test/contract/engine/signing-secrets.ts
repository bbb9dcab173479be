import type { Redactor } from '../wire/redact'

/** Stands in reports in the place of a webhook's secret. */
const label = '<signing secret>'
/** The least characters of a signing key that is looked for in texts: a shorter one might be an ordinary word. */
const shortest = 16

/** The signing secrets of the run's webhooks, which no answer besides a creation and no delivery may hold. */
export class SigningSecrets {
  readonly #forms = new Set<string>()

  constructor(private readonly redactor: Redactor) {
    // The secret of a webhook that the run did not register is as good as one of its own.
    redactor.addPattern(/whsec_[A-Za-z0-9+/=_-]{8,}/gi, label)
  }

  add(secret: string): void {
    // The part after the prefix alone is enough to sign with.
    const key = secret.replace(/^whsec_/, '')
    const forms = [key, encodeURIComponent(key), Buffer.from(secret).toString('base64').replace(/=+$/, '')]
    if (key.length >= shortest) for (const form of forms) this.#forms.add(form)
    this.redactor.add(secret, label)
  }

  /** Whether a text holds the secret of one of the run's webhooks, or the signing key in it. */
  areIn(text: string): boolean {
    return [...this.#forms].some((form) => text.includes(form))
  }
}
