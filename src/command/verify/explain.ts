import { WebhookVerificationError } from '../../receiving/verification-error'
import { verify } from '../../receiving/verify'
import { schemesByName } from '../schemes'
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
  /** The header of the scheme, where it is not the usual one. */
  header?: string
  /** Seconds. */
  tolerance: number
  /** Milliseconds since the epoch. */
  now: number
}

/** The answer: whether the SDK accepts the delivery, and why it does not. */
export interface Verdict {
  verified: boolean
  /** The code of the `WebhookVerificationError` that a receiver would get. */
  code?: string
  /** The scheme of the signature, and the header that carries it. */
  scheme?: SchemeName
  header?: string
  /** The index of the secret that fits. */
  secretIndex?: number
  /** How long ago the delivery was signed, in seconds. Negative for the future. */
  age?: number
  findings: readonly Finding[]
}

/** Says whether a delivery is genuine, and if not, what is the matter. No finding holds a secret. */
export async function explain(question: Question): Promise<Verdict> {
  const { capture, secrets, scheme: wanted } = question
  const claims = findClaims(capture.headers)
  // The signature in the scheme of the receiver counts, if there are several.
  const preferred = claims.filter(({ scheme }) => scheme === wanted)
  const match = searchMatch(preferred.length > 0 ? preferred : claims, secrets, capture.body)
  const claim = match?.claim ?? preferred[0] ?? claims[0]
  const code = await refusalOf(question, claim)
  const age = ageOf(claim, question)
  const { scheme, header } = claim ?? {}
  const known = { scheme, header, age, secretIndex: match?.secretIndex }
  if (code === undefined) return { verified: true, ...known, findings: [] }
  const findings = match ? findingsOf(match, question, age) : diagnose({ capture, claims, secrets })
  return { verified: false, code, ...known, findings }
}

/** The verdict of the SDK on the delivery: nothing where the SDK accepts it, or the code of the refusal. */
async function refusalOf(
  { capture, secrets, scheme, header, tolerance, now }: Question,
  claim: Claim | undefined,
) {
  const name = scheme ?? claim?.scheme ?? 'standard-webhooks'
  const given = scheme === undefined && claim && !claim.isUsual ? claim.header : header
  const made = schemesByName[name]?.(given)
  const headers = new Headers(capture.headers.map(([one, value]): [string, string] => [one, value]))
  try {
    await verify(
      { body: capture.body, headers },
      { secret: secrets, scheme: made, tolerance, now: () => now },
    )
    return undefined
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}

function ageOf(claim: Claim | undefined, { now }: Question): number | undefined {
  const { timestamp } = claim ?? {}
  return timestamp !== undefined && /^\d{1,12}$/.test(timestamp)
    ? Math.floor(now / 1000) - Number(timestamp)
    : undefined
}

/** All that keeps a receiver from accepting a delivery whose signature was explained. */
function findingsOf(
  { claim, findings }: Match,
  { scheme, header, tolerance }: Question,
  age: number | undefined,
) {
  const { timestamp } = claim
  const found = [...findings]
  if (scheme !== undefined && scheme !== claim.scheme) found.push(otherScheme(claim, scheme))
  else if (!claim.isUsual && claim.header !== header?.toLowerCase()) found.push(otherHeader(claim))
  if (claim.isEncoded) found.push(encodedSignature)
  if (timestamp !== undefined && !/^\d{1,12}$/.test(timestamp)) found.push(timestampOf(timestamp))
  if (age !== undefined && Math.abs(age) > tolerance) found.push(skew(age, tolerance))
  return found.length > 0 ? found : [refusedAnyway]
}

const importOf: Readonly<Record<SchemeName, string>> = {
  'standard-webhooks': 'standardWebhooks',
  svix: 'svix',
  'timestamped-hex': 'timestampedHex()',
  'body-hex': 'bodyHex()',
}

const otherScheme = ({ scheme, header }: Claim, wanted: SchemeName): Finding => ({
  id: 'scheme',
  says: `The delivery is signed by ${scheme}, in the header ${header}, and not by ${wanted}.`,
  cure: `Give the receiver the scheme: scheme: ${importOf[scheme]}.`,
})

const otherHeader = (claim: Claim): Finding => ({
  id: 'header-name',
  says: `The signature fits ${claim.scheme}, but stands in the header ${claim.header}${claim.form ? ', in another form' : ', which is not the usual one'}.`,
  cure: callOf(claim)
    ? `Give the receiver the scheme with its header: scheme: ${callOf(claim)}.`
    : 'Give a scheme of your own that reads these headers.',
})

/** The call that makes the scheme of a claim, for the schemes that take options. */
function callOf({ scheme, header, form }: Claim): string | undefined {
  if (!importOf[scheme].endsWith('()')) return undefined
  const written = Object.entries({ header, ...form }).map(([name, value]) => `${name}: '${value}'`)
  return importOf[scheme].replace('()', `({ ${written.join(', ')} })`)
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
        cure: 'For a delivery that was captured earlier, give the time of the capture by --now. In a receiver, set the clock of the machine.',
      }
    : {
        id: 'signed-in-the-future',
        says: `The signature fits, but was made ${-age} s ahead of the clock${by}.`,
        cure: 'Set the clock of the machine: it is behind that of the service.',
      }
}

const refusedAnyway: Finding = {
  id: 'refused',
  says: 'The signature fits, but the SDK refuses the delivery.',
  cure: 'Compare the headers with those of the scheme: one of them is malformed, stands there twice, or is an id with a dot.',
}
