import { signatureParts, type SignatureParts } from '../deliveries/signature-parts'
import { notFound } from '../http/refusal'
import type { KnownSecrets } from '../journal/redaction'
import { receiverCode } from './copy/receiver-test'
import { findWebhook } from './find-webhook'
import { objectOf } from './fields'
import { type ControlRoutes, json, route } from './route'
import { count, flag, listOf, text, textOrNull } from './schemas'

const signatureSchema = objectOf({
  ...{ number: count, scheme: text, algorithm: text, key: text },
  headers: { type: 'object', additionalProperties: textOrNull },
  'signed?': objectOf({ text, pieces: listOf(objectOf({ from: text, text })) }),
  ...{ sent: textOrNull, computed: textOrNull, 'secret?': text },
  signedBy: { enum: ['current', 'previous', 'none'] },
  verdict: { enum: ['valid', 'invalid', 'unknown'] },
  ...{ 'code?': text, reason: text, 'fault?': text, receiver: textOrNull },
})

/** Takes the signature of a delivery attempt apart. Secrets are hidden unless `reveal=true` asks for them. */
export const signatureRoutes: ControlRoutes = {
  'GET /attempts/:number/signature': route({
    title: 'Takes the signature of an attempt to deliver apart, and judges it',
    query: {
      'reveal?': { ...flag, description: 'Whether secrets are shown. They are hidden unless given.' },
    },
    answers: { 200: json(signatureSchema) },
    async handle(
      { params: { number = '' }, query: { reveal = false } },
      { store, journal, secrets, settings: { dialect } },
    ) {
      const attempt = journal.numberedDeliveries().find((entry) => String(entry.number) === number)
      if (!attempt) throw notFound('No attempt to deliver in the journal has this number.')
      const webhook = await findWebhook(store, attempt.webhookId)
      const known = { current: webhook?.secret, previous: webhook?.previousSecret?.secret }
      const parts = await signatureParts(attempt, known, dialect)
      const { fault } = attempt
      const shown = reveal ? parts : hidden(parts, secrets)
      return { number: attempt.number, ...shown, fault, receiver: receiverCode(dialect) ?? null }
    },
  }),
}

/** The parts of a signature without any secret. The body may hold one, too. */
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
