import { receiverCode } from '../deliveries/receiver-code'
import { signatureParts, type SignatureParts } from '../deliveries/signature-parts'
import { invalidRequest, notFound } from '../http/refusal'
import type { KnownSecrets } from '../journal/redaction'
import { findWebhook } from './find-webhook'
import type { ControlRoutes } from './route'

/** Takes the signature of a delivery attempt apart. Secrets are hidden unless `reveal=true` asks for them. */
export const signatureRoutes: ControlRoutes = {
  async 'GET /attempts/:number/signature'(
    { params: { number = '' }, query },
    { store, journal, secrets, settings: { dialect } },
  ) {
    const reveals = revealFrom(query.get('reveal'))
    const attempt = journal.numberedDeliveries().find((entry) => String(entry.number) === number)
    if (!attempt) throw notFound('No attempt to deliver in the journal has this number.')
    const webhook = await findWebhook(store, attempt.webhookId)
    const known = { current: webhook?.secret, previous: webhook?.previousSecret?.secret }
    const parts = await signatureParts(attempt, known, dialect)
    const { fault } = attempt
    const shown = reveals ? parts : hidden(parts, secrets)
    return { number: attempt.number, ...shown, fault, receiver: receiverCode(dialect) ?? null }
  },
}

/** The same without any secret. The body may hold one, too. */
function hidden(parts: SignatureParts, known: KnownSecrets): SignatureParts {
  const { secret, signed, reason } = parts
  return {
    ...parts,
    secret: secret === undefined ? undefined : `${/^whsec_/.exec(secret)?.[0] ?? ''}...`,
    signed: signed && {
      text: known.redact(signed.text),
      pieces: signed.pieces.map(({ from, text }) => ({ from, text: known.redact(text) })),
    },
    reason: known.redact(reason),
  }
}

function revealFrom(given: string | null): boolean {
  if (given === null || given === 'false') return false
  if (given === 'true') return true
  throw invalidRequest('reveal must be true or false.', 'reveal')
}
