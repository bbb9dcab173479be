import { utf8 } from '../../../src/core/encoding'
import { type Capture, readCapture, readHeaders } from '../../../src/core/signature/capture'
import { explain, explainComputed } from '../../../src/core/signature/explain'
import type { Finding } from '../../../src/core/signature/finding'

/** A correct delivery that its receiver refused. */
export interface RefusedDelivery {
  headers: Readonly<Record<string, string>>
  body: string
  /** The secret that signed it. */
  secret: string
  /** The receiver's time in milliseconds since the epoch, as far as its answer told it; else the time of the signature. */
  now: number
}

/** A secret of this mock that did not sign the delivery. */
export interface OtherSecret {
  secret: string
  /** The owner of the secret, in words. */
  of: string
}

/** The result of {@link diagnosePasted}: what the pasted text was taken for, and the receiver's mistakes. */
export interface Diagnosis {
  taken: 'nothing' | 'secret' | 'signature' | 'body' | 'request'
  findings: readonly Finding[]
  /** Whether the mistakes are certain: the signature fits once they are undone. */
  isCertain: boolean
}

// Seconds, as Standard Webhooks recommends.
const tolerance = 300

/**
 * Finds a receiver's mistakes in a text that was pasted from it: its secret, the signature that it computed, the body that it saw, or the
 * whole request. Where the text is empty, the findings are those that the delivery and the receiver's answer show by themselves. `others`
 * is called where nothing else explains the text. No finding shows a secret.
 */
export async function diagnosePasted(
  pasted: string,
  { headers, body, secret, now }: RefusedDelivery,
  others: () => Promise<readonly OtherSecret[]>,
): Promise<Diagnosis> {
  const sent: Capture = { headers: headerLines(headers), body: utf8(body) }
  const judge = async (taken: Diagnosis['taken'], capture: Capture, secrets: readonly string[]) => {
    const { findings, secretIndex } = await explain({ capture, secrets, tolerance, now })
    return { taken, findings, isCertain: secretIndex !== undefined }
  }
  const text = pasted.trim()
  if (text === '') return judge('nothing', sent, [secret])
  const request = readRequest(pasted, sent)
  if (request) return judge('request', request, [secret])

  const computed = await explainComputed({ capture: sent, secrets: [secret] }, text)
  if (computed) return { taken: 'signature', findings: computed.findings, isCertain: true }
  const isWord = /^\S{8,200}$/.test(text) && !/[{[<:]/.test(text)
  if (!isWord) return judge('body', { headers: sent.headers, body: utf8(pasted) }, [secret])

  // A secret without its prefix looks like a signature.
  const asSecret = await judge('secret', sent, [pasted])
  if (asSecret.isCertain) return asSecret
  const known = await others()
  const owner = known.find((other) => pasted.includes(other.secret.replace(/^whsec_/, '')))
  if (owner) return { taken: 'secret', findings: [ofAnother('This', owner)], isCertain: true }
  const secrets = known.map((other) => other.secret)
  const byOther = await explainComputed({ capture: sent, secrets, most: 1 }, text)
  const signer = byOther && known[byOther.secretIndex ?? 0]
  if (signer) {
    const findings = [ofAnother('The signature is made by another secret. This', signer), ...byOther.findings]
    return { taken: 'signature', findings, isCertain: true }
  }
  if (!/^\W*(whsec_|sk_)/.test(text))
    return { taken: 'signature', findings: [unknownSignature], isCertain: false }
  const findings = asSecret.findings.filter(({ id }) => id.startsWith('secret-'))
  return { ...asSecret, findings: findings.length > 0 ? findings : [unknownSecret] }
}

/** The headers and the body of a whole request, or of headers alone. `undefined` for any other text. */
function readRequest(pasted: string, { body }: Capture): Capture | undefined {
  const capture = readCapture(utf8(pasted))
  if (capture.headers.length > 0) return capture
  const headers = /^\s*[[{"]/.test(pasted) ? undefined : readHeaders(pasted)
  return headers && headers.length > 0 ? { headers, body } : undefined
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)

const ofAnother = (begin: string, { of }: OtherSecret): Finding => ({
  id: 'secret-of-another',
  says: `${begin} is the secret of ${of}.`,
  cure: 'Give the receiver the secret of the webhook that this delivery was sent to: “Reveal secret” shows it.',
})

const unknownSecret: Finding = {
  id: 'secret-unknown',
  says: 'This secret did not sign the delivery, and no webhook of this mock has it.',
  cure: 'Give the receiver the secret of the webhook that this delivery was sent to: “Reveal secret” shows it.',
}

const unknownSignature: Finding = {
  id: 'signature-unknown',
  says: 'No usual mistake makes this signature of this delivery: the receiver has another secret or another body.',
  cure: 'Paste the secret that the receiver has, and the body that it saw, one after the other.',
}
