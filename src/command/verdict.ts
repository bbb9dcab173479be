import { type Explanation, explain, type Question } from '../core/signature/explain'
import type { SchemeName } from '../core/signature/claims'
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

/** Says whether a delivery is genuine, and if not, what is the matter. No finding holds a secret. */
export async function judge(question: Question): Promise<Verdict> {
  const { claim, secretIndex, age, findings } = await explain(question)
  const code = await refusalOf(question, claim)
  const known = { scheme: claim?.scheme, header: claim?.header, age, secretIndex }
  if (code === undefined) return { verified: true, ...known, findings: [] }
  return { verified: false, code, ...known, findings: findings.length > 0 ? findings : [refusedAnyway] }
}

/** The verdict of the SDK on the delivery: nothing where the SDK accepts it, or the code of the refusal. */
async function refusalOf(
  { capture, secrets, scheme, header, tolerance, now }: Question,
  claim: Explanation['claim'],
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

const refusedAnyway: Finding = {
  id: 'refused',
  says: 'The signature fits, but the SDK refuses the delivery.',
  cure: 'Compare the headers with those of the scheme: one of them is malformed, stands there twice, or is an id with a dot.',
}
