import { type WebhookVerificationCode, WebhookVerificationError } from './verification-error'

/** Answers with a status and, where there is a code, a short reason in JSON. */
export const answer = (
  status: number,
  code?: string,
  message?: string,
  headers?: Record<string, string>,
): Response =>
  code
    ? new Response(JSON.stringify({ error: { code, message } }), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      })
    : new Response(null, { status, headers })

/** The answer to a delivery that cannot be handled now. It asks the service to send the delivery again after `seconds`. */
export const answerLater = (code: string, message: string, seconds: number): Response =>
  answer(503, code, message, { 'retry-after': `${seconds}` })

/** The answer where something failed that says nothing about the delivery. Its reason is not for the sender. */
export const answerToUnhandled = (): Response => answer(500, 'not_handled', 'The delivery was not handled.')

interface Answered {
  status: number
  code?: string
  headers?: Record<string, string>
}

// The codes that are not in this table blame the delivery itself, and are answered by 400.
const answers: Partial<Record<WebhookVerificationCode, Answered>> = {
  // These two are mistakes of the receiver. The delivery may be right, so the service is asked to send it again.
  'body-not-raw': { status: 500 },
  'wrong-secret': { status: 500 },
  // The rest of a body without an end, or of a slow one, would go on to arrive on a connection that is kept.
  'body-too-large': { status: 413, code: 'payload_too_large', headers: { connection: 'close' } },
  'body-too-slow': { status: 408, headers: { connection: 'close' } },
}

/** The answer to a delivery that could not be read or verified. */
export function answerToRefused(error: unknown): Response {
  if (!(error instanceof WebhookVerificationError)) return answerToUnhandled()
  const { status, code = error.code, headers } = answers[error.code] ?? { status: 400 }
  return answer(status, code, error.message, headers)
}
