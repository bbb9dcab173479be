import type { CompleteDialect } from '../../generated/dialect'
import type { Answer } from '../http/answer'
import { errorAnswer, internalError, retryAfter } from '../http/refusal'

/** What a client gets whose connection is reset. A face that cannot cut off has a server error to show. */
export function resetAnswer(dialect: CompleteDialect): Answer {
  return { ...errorAnswer(internalError(dialect)), status: 502, cut: 'reset' }
}

/** The answer, cut off in the middle of its body. One without a body is cut off before it begins. */
export function truncatedAnswer(answer: Answer): Answer {
  return { ...answer, cut: answer.body === null ? 'reset' : 'truncated' }
}

/** A page as a proxy in front of the service shows it. */
export function htmlAnswer(
  status: number,
  seconds: number | undefined,
  dialect: CompleteDialect,
  now: number,
): Answer {
  const page = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>Answered by the mock in place of a proxy.</p></body></html>`
  const empty = status === 204 || status === 205 || status === 304
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(seconds === undefined ? {} : retryAfter(dialect, seconds * 1_000, now)),
    },
    body: empty ? null : page,
  }
}
