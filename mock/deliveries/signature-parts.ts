import {
  bodyHex,
  standardWebhooks,
  svix,
  timestampedHex,
  verify,
  WebhookVerificationError,
  type SignatureScheme,
} from '@event-delivery/sdk/webhooks'
import type { CompleteDialect } from '../../generated/dialect'
import type { DeliveryAttempt } from './attempt'
import { createSigner } from './signer'

/** A piece of the bytes that are signed, and where it comes from. */
export interface SignedPiece {
  from: string
  text: string
}

/** The secrets of a webhook, as far as they are still known. */
export interface KnownWebhookSecrets {
  current?: string
  /** The one before the last rotation, also where it signs no more. */
  previous?: string
}

/** The signature of one attempt, taken apart. */
export interface SignatureParts {
  scheme: CompleteDialect['signature']['scheme']
  /** The algorithm, its encoding and what its key is, for people. */
  algorithm: string
  key: string
  /** The headers that the scheme reads, as they were sent. `null` for one that was not. */
  headers: Record<string, string | null>
  /** The signed text, and the pieces of which it consists. Absent where the headers do not say what was signed. */
  signed?: { text: string; pieces: SignedPiece[] }
  /** The value of the signature header as it was sent, and as `signedBy` makes it. `null` where there is none. */
  sent: string | null
  computed: string | null
  /** The secret that made the signature which was sent; `none` where it was none that the webhook has or had before. */
  signedBy: 'current' | 'previous' | 'none'
  secret?: string
  /** The judgement of a receiver with the right secret at the time of the attempt. `unknown` where nobody can tell. */
  verdict: 'valid' | 'invalid' | 'unknown'
  /** The code of the SDK's `WebhookVerificationError`. Absent where the signature is right. */
  code?: string
  /** A sentence that says why. */
  reason: string
}

interface SchemeTerms {
  scheme: SignatureScheme
  algorithm: string
  key: string
  /** The headers of the id, of the time and of the signature. */
  id?: string
  time?: string
  signature: string
}

const base64Key = 'the bytes whose base64 stands behind whsec_ in the secret'
const wholeKey = 'the UTF-8 bytes of the whole secret, whsec_ included'

function termsOf({ scheme, header }: CompleteDialect['signature']): SchemeTerms | undefined {
  const hex = { algorithm: 'HMAC-SHA256, written in hex', key: wholeKey }
  const ofThree = (prefix: string) => ({
    ...{ algorithm: 'HMAC-SHA256, written in base64 behind v1,', key: base64Key },
    ...{ id: `${prefix}-id`, time: `${prefix}-timestamp`, signature: `${prefix}-signature` },
  })
  switch (scheme) {
    case 'standard-webhooks':
      return { scheme: standardWebhooks, ...ofThree('webhook') }
    case 'svix':
      return { scheme: svix, ...ofThree('svix') }
    case 'timestamped-hex': {
      const signature = (header ?? 'x-event-signature').toLowerCase()
      return { scheme: timestampedHex({ header }), ...hex, time: signature, signature }
    }
    case 'body-hex':
      return {
        scheme: bodyHex({ header }),
        ...hex,
        signature: (header ?? 'x-hub-signature-256').toLowerCase(),
      }
    case 'unknown':
      return undefined
  }
}

/** Takes the signature of an attempt apart, with the secrets that its webhook has now. Nothing is hidden. */
export async function signatureParts(
  attempt: DeliveryAttempt,
  secrets: KnownWebhookSecrets,
  dialect: CompleteDialect,
): Promise<SignatureParts> {
  const terms = termsOf(dialect.signature)
  if (!terms) return unknownParts(attempt, dialect)
  const { headers, body, signedAt = attempt.at } = attempt
  const sent = headers[terms.signature] ?? null
  const names = [...new Set([terms.id, terms.time, terms.signature])].filter((name) => name !== undefined)
  const shown = {
    ...{ scheme: dialect.signature.scheme, algorithm: terms.algorithm, key: terms.key, sent },
    headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? null])),
  }
  const claim = claimOf(terms.scheme, headers)
  const signed = claim && {
    text: terms.scheme.prefix(claim.id, claim.timestamp) + body,
    pieces: piecesOf(terms, claim, body),
  }

  const judged = async (secret: string, tolerance?: number) => {
    const now = () => Date.parse(signedAt)
    try {
      await verify({ headers, body }, { secret, scheme: terms.scheme, now, tolerance })
      return undefined
    } catch (error) {
      if (error instanceof WebhookVerificationError) return error
      throw error
    }
  }
  // Whether a secret made the signature, however old it is.
  const signs = async (secret: string | undefined) =>
    secret !== undefined && (await judged(secret, Infinity)) === undefined
  const signedBy = (await signs(secrets.current))
    ? 'current'
    : (await signs(secrets.previous))
      ? 'previous'
      : 'none'
  const secret = signedBy === 'previous' ? secrets.previous : secrets.current
  const computed =
    secret === undefined || !claim ? null : await computedValue(terms, claim, body, secret, dialect)
  const parts = { ...shown, signed, computed, signedBy, secret } as const
  if (secret === undefined) {
    return { ...parts, verdict: 'unknown', reason: 'The webhook is gone, and its secret with it.' }
  }
  const error = await judged(secret)
  if (!error) return { ...parts, verdict: 'valid', reason: reasonOfValid(signedBy) }
  return { ...parts, verdict: 'invalid', code: error.code, reason: reasonOfInvalid(error, attempt) }
}

type Claim = ReturnType<SignatureScheme['read']>

/** The id, the time and the signatures that the headers name. `undefined` where a header is missing. */
function claimOf(scheme: SignatureScheme, headers: Record<string, string>): Claim | undefined {
  try {
    return scheme.read((...names) => {
      const value = names.map((name) => headers[name]).find((one) => one !== undefined)
      if (value === undefined) throw new WebhookVerificationError('missing-header', 'A header is missing.')
      return value
    })
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined
    throw error
  }
}

function piecesOf(terms: SchemeTerms, { id, timestamp }: Claim, body: string): SignedPiece[] {
  const pieces: SignedPiece[] = []
  const dot = { from: 'separator', text: '.' }
  if (id !== undefined) pieces.push({ from: `header ${terms.id}`, text: id }, dot)
  if (timestamp !== undefined) {
    const from = terms.time === terms.signature ? `t= in header ${terms.time}` : `header ${terms.time}`
    pieces.push({ from, text: timestamp }, dot)
  }
  return [...pieces, { from: 'body', text: body }]
}

/** The whole value of the signature header that the backend makes with a secret. */
async function computedValue(
  { signature }: SchemeTerms,
  { id = '', timestamp = '0' }: Claim,
  body: string,
  secret: string,
  dialect: CompleteDialect,
): Promise<string | null> {
  try {
    const made = await createSigner(dialect)({ id, timestamp: Number(timestamp), body }, secret)
    return made[signature] ?? null
  } catch {
    // The secret of a seeded webhook may not fit the scheme of the dialect.
    return null
  }
}

function reasonOfValid(signedBy: SignatureParts['signedBy']): string {
  return signedBy === 'previous'
    ? 'The secret that the webhook had before its last rotation made this signature. A receiver that knows the new one alone refuses it.'
    : 'The secret of the webhook made this signature, over exactly these bytes.'
}

function reasonOfInvalid({ code, message }: WebhookVerificationError, attempt: DeliveryAttempt): string {
  const { fault = '', edited, error } = attempt
  if (fault.includes('wrong-signature'))
    return 'A fault of the mock signed this attempt with a secret that is not that of the webhook.'
  if (fault.includes('stale-timestamp'))
    return 'A fault of the mock dated the signature back by an hour, and receivers tolerate five minutes.'
  if (edited?.includes('headers'))
    return `A header was edited by hand after the signature was made. ${message}`
  if (code === 'missing-header' && error !== undefined) return `The attempt could not be signed: ${error}`
  if (code === 'no-match')
    return 'No secret that is known made this signature: the secret was rotated more than once since.'
  return message
}

/** OQ-12: a deployment whose scheme is none of the known ones. */
async function unknownParts(
  { headers, body }: DeliveryAttempt,
  { signature: { header = 'x-signature', in: place = 'header' } }: CompleteDialect,
): Promise<SignatureParts> {
  const name = header.toLowerCase()
  return {
    scheme: 'unknown',
    algorithm: 'one that nobody outside of the deployment knows; the mock sends an HMAC-SHA512 in its place',
    key: wholeKey,
    headers: { [name]: headers[name] ?? null },
    signed: { text: body, pieces: [{ from: 'body', text: body }] },
    ...{ sent: headers[name] ?? null, computed: null, signedBy: 'none', verdict: 'unknown' },
    reason:
      place === 'header'
        ? 'The scheme of this deployment is unknown, so that no library verifies its signatures. The value has the shape of the real one.'
        : `The signature of this deployment stands in the ${place}, and its scheme is unknown.`,
  }
}
