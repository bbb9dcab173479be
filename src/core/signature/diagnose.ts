import { textOf } from './bytes'
import type { Capture } from './capture'
import type { Claim } from './claims'
import type { Finding } from './finding'

/** The facts about a delivery of which no reading fits its signature. */
export interface Evidence {
  capture: Capture
  claims: readonly Claim[]
  secrets: readonly string[]
}

/** A reason that can be seen without a fitting signature. */
interface Symptom extends Finding {
  shows(evidence: Evidence): boolean
}

const valueOf = ({ headers }: Capture, name: string) => headers.find(([one]) => one === name)?.[1]
const statedLength = (capture: Capture) => valueOf(capture, 'content-length')
const hasV1a = ({ headers }: Capture) => headers.some(([, value]) => /(^|\s)v1a,/.test(value))

/** The symptoms, the ones that explain the most first. */
const symptoms: readonly Symptom[] = [
  {
    id: 'asymmetric-signature',
    says: 'The signature is of the kind v1a, which is made with a private key and not with a secret.',
    cure: 'Ask the service for signatures of the kind v1.',
    shows: ({ capture, claims }) => claims.length === 0 && hasV1a(capture),
  },
  {
    id: 'no-headers',
    says: 'There are no headers, and the signature stands in one of them.',
    cure: "Give them by --headers FILE or --header 'NAME: VALUE', or put them above the body with an empty line between.",
    shows: ({ capture }) => capture.headers.length === 0,
  },
  {
    id: 'no-signature',
    says: 'None of the headers carries a whole signature of a known scheme.',
    cure: 'Look for a header with signature in its name: it may be cut off. Proxies drop headers that they do not know.',
    shows: ({ capture, claims }) => claims.length === 0 && capture.headers.length > 0 && !hasV1a(capture),
  },
  {
    id: 'header-lost',
    says: 'The headers of the id and the time that stand beside the signature are not both there.',
    cure: 'Hand on all headers of the delivery: a proxy or an API gateway passes those alone that it is told of.',
    shows: ({ claims }) =>
      claims.some(({ scheme, id, timestamp }) => !scheme.endsWith('-hex') && !(id && timestamp)),
  },
  {
    id: 'secret-is-api-key',
    says: 'The secret is an API key: it begins with sk_.',
    cure: 'Give the secret of the webhook, which begins with whsec_ and was shown when the webhook was registered.',
    shows: ({ secrets }) => secrets.some((secret) => /^\W*sk_/.test(secret)),
  },
  {
    id: 'secret-malformed',
    says: 'The part of the secret after whsec_ is no base64 of the 24 bytes or more that the specification asks for.',
    cure: 'Compare the secret with what the service showed: characters were lost or added.',
    shows: ({ claims, secrets }) =>
      claims.some(({ scheme }) => !scheme.endsWith('-hex')) &&
      !secrets.every((secret) => /^[\w+/-]{32,}={0,2}$/.test(secret.trim().replace(/^whsec_/, ''))),
  },
  {
    id: 'body-empty',
    says: 'The body is empty: something has read it before.',
    cure: 'Read the raw body once, before any parser, and hand on these bytes.',
    shows: ({ capture }) => capture.body.length === 0,
  },
  {
    id: 'body-was-object',
    says: 'The body is "[object Object]": a parsed body was turned into text.',
    cure: 'Verify the raw bytes before a JSON parser sees them.',
    shows: ({ capture }) => /^\[object \w+\]\s*$/.test(textOf(capture.body)),
  },
  {
    id: 'body-characters-lost',
    says: 'The body holds replacement characters (U+FFFD): bytes were decoded in the wrong encoding, and are lost.',
    cure: 'Keep the bytes as they arrive, and verify them before anything decodes them.',
    shows: ({ capture }) => textOf(capture.body).includes('\uFFFD'),
  },
  {
    id: 'body-length',
    says: 'The body has not the length that its Content-Length states, so it was changed or cut off.',
    cure: 'Capture the body again, byte by byte.',
    shows: ({ capture }) => {
      const stated = statedLength(capture)
      return stated !== undefined && Number(stated) !== capture.body.length
    },
  },
  {
    id: 'body-has-stated-length',
    says: 'The body has the length that its Content-Length states, so the secret is more likely wrong than the body.',
    cure: 'Give the secret of the very webhook that this delivery was sent to: each webhook has its own.',
    shows: ({ capture, claims }) =>
      claims.length > 0 &&
      Number(statedLength(capture) ?? -1) === capture.body.length &&
      capture.body.length > 0,
  },
]

const unexplained: Finding = {
  id: 'unexplained',
  says: 'No known mistake explains the signature: the secret is of another webhook, the id or the time is of another delivery, or the body was changed.',
  cure: 'Compare the secret with the one that the registration of this webhook showed. If it is lost, register the webhook again.',
}

/** The likely causes where no reading of the delivery fits its signature. Never empty. */
export function diagnose(evidence: Evidence): Finding[] {
  const found = symptoms
    .filter(({ shows }) => shows(evidence))
    .map(({ id, says, cure }) => ({ id, says, cure }))
  // A body of the right length says which of the two is likelier, not that it is so.
  const isCertain = found.some(({ id }) => id !== 'body-has-stated-length')
  return isCertain ? found : [...found, unexplained]
}
