import { explain, type Question } from '../core/signature/explain'
import type { Claim, SchemeName } from '../core/signature/claims'
import type { Finding } from '../core/signature/finding'
import { WebhookVerificationError } from '../receiving/verification-error'
import { verify } from '../receiving/verify'
import { schemesByName } from './schemes'

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

/** A delivery, and how a receiver judges it. */
export interface Judged extends Question {
  /** The header of the scheme, where it is not the usual one. */
  header?: string
}

/** Says whether a delivery is genuine, and if not, what is the matter. No finding holds a secret. */
export async function judge(question: Judged): Promise<Verdict> {
  const { claim, secretIndex, age, findings } = await explain(question)
  const code = await refusalOf(question, claim)
  const known = { scheme: claim?.scheme, header: claim?.header, age, secretIndex }
  if (code === undefined) return { verified: true, ...known, findings: [] }
  const found = [...findings]
  if (claim && secretIndex !== undefined) found.push(...otherWays(claim, question))
  return { verified: false, code, ...known, findings: found.length > 0 ? found : [refusedAnyway] }
}

/** The finding for a signature that fits, but whose scheme or header differs from those that the receiver expects. */
function otherWays(claim: Claim, { scheme, header }: Judged): Finding[] {
  if (scheme !== undefined && scheme !== claim.scheme) return [otherScheme(claim, scheme)]
  return claim.isUsual || claim.header === header?.toLowerCase() ? [] : [otherHeader(claim)]
}

/** The verdict of the SDK on the delivery: nothing where the SDK accepts it, or the code of the refusal. */
async function refusalOf(
  { capture, secrets, scheme, header, tolerance, now }: Judged,
  claim: Claim | undefined,
): Promise<string | undefined> {
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

const refusedAnyway: Finding = {
  id: 'refused',
  says: 'The signature fits, but the SDK refuses the delivery.',
  cure: 'Compare the headers with those of the scheme: one of them is malformed, stands there twice, or is an id with a dot.',
}
