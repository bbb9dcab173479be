import { areSame, base64Bytes, hexBytes } from './bytes'
import type { Capture } from './capture'
import { type Claim, findClaims, type SchemeName } from './claims'
import { diagnose } from './diagnose'
import type { Finding } from './finding'
import { type Match, searchMatch } from './search'

/** A delivery, and how it is to be judged. */
export interface Question {
  capture: Capture
  secrets: readonly string[]
  /** The scheme that the receiver uses. Whichever the headers show unless given. */
  scheme?: SchemeName
  /** Seconds. */
  tolerance: number
  /** Milliseconds since the epoch. */
  now: number
}

/** What is the matter with a delivery. */
export interface Explanation {
  /** The signature whose mistakes were found, or else the one that a receiver would judge. */
  claim?: Claim
  /** The index of the secret that fits, where one does. */
  secretIndex?: number
  /** How long ago the delivery was signed, in seconds. Negative for the future. */
  age?: number
  /** Nothing where a secret fits the delivery as it is, at its time: the receiver may still expect another scheme or header. */
  findings: readonly Finding[]
}

// With more findings than these, the search would take too long.
const mostFindings = 2

/** Says what keeps a receiver with these secrets from accepting a delivery. No finding holds a secret. */
export async function explain(question: Question): Promise<Explanation> {
  const { capture, secrets, scheme: wanted } = question
  const claims = findClaims(capture.headers)
  // The signature in the scheme of the receiver counts, if there are several.
  const preferred = claims.filter(({ scheme }) => scheme === wanted)
  const match = await searchMatch({
    claims: preferred.length > 0 ? preferred : claims,
    ...{ secrets, body: capture.body, side: 'given', most: mostFindings },
  })
  const claim = match?.claim ?? preferred[0] ?? claims[0]
  const age = ageOf(claim, question)
  const findings = match ? findingsOf(match, question, age) : diagnose({ capture, claims, secrets })
  return { claim, secretIndex: match?.secretIndex, age, findings }
}

/** The bytes of a signature that somebody computed, in whichever form it is written. `undefined` where the text is none. */
function readSignature(text: string) {
  const written = text.trim().replace(/^["']|["']$|^(v1[,=]|sha(1|256|512)=)/gi, '')
  const isHex = /^[\da-f]+$/i.test(written)
  const bytes = isHex ? hexBytes(written) : base64Bytes(written)
  return [20, 32, 64].includes(bytes.length) ? { bytes, isHex } : undefined
}

/**
 * Says by which mistakes a receiver computed a wrong signature (`computed`) for a correct delivery, `most` of them at the most. `undefined`
 * where the text is no signature, or where the usual mistakes do not lead to it from these secrets.
 */
export async function explainComputed(
  { capture, secrets, most = mostFindings }: Pick<Question, 'capture' | 'secrets'> & { most?: number },
  computed: string,
): Promise<Explanation | undefined> {
  const read = readSignature(computed)
  if (!read) return undefined
  const { bytes, isHex } = read
  const sent = findClaims(capture.headers)
  const claims = sent.map((claim) => ({ ...claim, signatures: [bytes] }))
  const match = await searchMatch({ claims, secrets, body: capture.body, side: 'computed', most })
  if (!match) return undefined
  const { claim, secretIndex } = match
  const findings = [...match.findings]
  const right = sent.find(({ header }) => header === claim.header)?.signatures ?? []
  if (right.every(({ length }) => length !== bytes.length)) findings.push(otherHash(8 * bytes.length))
  if (right.some((one) => areSame(one, bytes)))
    findings.push(isHex === claim.scheme.endsWith('-hex') ? rightSignature : otherForm(isHex))
  return { claim, secretIndex, findings }
}

const otherHash = (bits: number): Finding => ({
  id: 'hash',
  says: `The signature is made by SHA-${bits === 160 ? 1 : bits}, which is not the hash of this scheme.`,
  cure: 'Sign by HMAC with SHA-256, as Standard Webhooks does, unless the header names another hash.',
})

const otherForm = (isHex: boolean): Finding => ({
  id: 'signature-form',
  says: `The signature is right, but written in ${isHex ? 'hexadecimal digits, where this scheme writes base64' : 'base64, where this scheme writes hexadecimal digits'}.`,
  cure: 'Write the bytes of the HMAC as the scheme does, or compare them as bytes.',
})

const rightSignature: Finding = {
  id: 'signature-compared',
  says: 'The signature is right, so the receiver compares it with something else than the one that was sent.',
  cure: 'The header may hold several signatures with spaces between, each behind v1 and a comma: compare with what follows each comma. Look for the header under this very name, in small letters.',
}

function ageOf(claim: Claim | undefined, { now }: Question): number | undefined {
  const { timestamp } = claim ?? {}
  return timestamp !== undefined && /^\d{1,12}$/.test(timestamp)
    ? Math.floor(now / 1000) - Number(timestamp)
    : undefined
}

/** All that keeps a receiver from accepting a delivery whose signature was explained. */
function findingsOf({ claim, findings }: Match, { tolerance }: Question, age: number | undefined): Finding[] {
  const { timestamp, isEncoded } = claim
  const found = [...findings]
  if (isEncoded) found.push(encodedSignature)
  if (timestamp !== undefined && !/^\d{1,12}$/.test(timestamp)) found.push(timestampOf(timestamp))
  if (age !== undefined && Math.abs(age) > tolerance) found.push(skew(age, tolerance))
  return found
}

const encodedSignature: Finding = {
  id: 'signature-encoded',
  says: 'The signature fits, but was percent-encoded, or changed to the base64 of URLs, on its way.',
  cure: 'Hand on the headers as they came.',
}

const timestampOf = (timestamp: string): Finding => ({
  id: 'timestamp',
  says: /^\d{13,}$/.test(timestamp)
    ? 'The timestamp is in milliseconds, where Unix seconds are due.'
    : 'The timestamp is no whole number of Unix seconds.',
  cure: 'Ask the service for Unix seconds. The signature fits the text as it stands.',
})

function skew(age: number, tolerance: number): Finding {
  const by = `, more than the ${tolerance} s that are tolerated`
  return age > 0
    ? {
        id: 'signed-too-long-ago',
        says: `The signature fits, but was made ${age} s ago${by}.`,
        cure: 'Set the clock of the receiver. A delivery that was captured earlier is judged by the time of its capture.',
      }
    : {
        id: 'signed-in-the-future',
        says: `The signature fits, but was made ${-age} s ahead of the clock${by}.`,
        cure: 'Set the clock of the receiver: it is behind that of the service.',
      }
}
