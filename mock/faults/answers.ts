import type { CompleteDialect } from '../../generated/dialect'
import { hasNoBody, type Answer } from '../http/answer'
import { errorAnswer, internalError, retryAfter } from '../http/refusal'

/** The answer whose connection is reset. A face that cannot reset a connection shows a server error instead. */
export function resetAnswer(dialect: CompleteDialect): Answer {
  return { ...errorAnswer(internalError(dialect)), status: 502, cut: 'reset' }
}

/** The answer, cut off in the middle of its body. An answer without a body is cut off before it begins. */
export function truncatedAnswer(answer: Answer): Answer {
  return { ...answer, cut: answer.body === null ? 'reset' : 'truncated' }
}

/** An HTML page, such as a proxy in front of the service shows. */
export function htmlAnswer(
  status: number,
  seconds: number | undefined,
  dialect: CompleteDialect,
  now: number,
): Answer {
  const page = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>Answered by the mock in place of a proxy.</p></body></html>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(seconds === undefined ? {} : retryAfter(dialect, seconds * 1_000, now)),
    },
    body: hasNoBody(status) ? null : page,
  }
}
