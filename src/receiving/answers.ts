import { WebhookVerificationError } from './verification-error'

/** Answers with a status and, where there is a code, a short reason in JSON. */
export const answer = (
  status: number,
  code?: string,
  message?: string,
  headers?: Record<string, string>,
): Response =>
  code
    ? Response.json({ error: { code, message } }, { status, headers })
    : new Response(null, { status, headers })

/** The answer to a delivery that cannot be handled now. The service is asked to send it again after so many seconds. */
export const answerLater = (code: string, message: string, seconds: number): Response =>
  answer(503, code, message, { 'retry-after': `${seconds}` })

/** The answer where something failed that says nothing about the delivery. Its reason is not for the sender. */
export const answerToUnhandled = (): Response => answer(500, 'not_handled', 'The delivery was not handled.')

/** The answer to a delivery that could not be read or verified. */
export function answerToRefused(error: unknown): Response {
  if (!(error instanceof WebhookVerificationError)) return answerToUnhandled()
  const { code, message } = error
  // These two are mistakes of the receiver. The delivery may be right, so the service is asked to send it again.
  return answer(code === 'body-not-raw' || code === 'wrong-secret' ? 500 : 400, code, message)
}
