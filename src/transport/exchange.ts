import { InvalidRequestError } from '../errors/api-errors'
import { checkKey } from '../preflight'
import { redactedCause } from '../redaction'
import { Interrupted, attempt } from './attempt'
import { type Failure, connectionFailure, interruption } from './failure'
import type { OutgoingRequest } from './outgoing-request'
import type { Transport } from './transport'

/** An answer with its whole body. */
export interface Answer<Body> {
  response: Response
  body: Body
}

/** What limits one exchange. */
export interface ExchangeLimits {
  /** In milliseconds. */
  timeout: number
  /** In milliseconds, what is left of the call's. */
  remaining: number
  deadline: number
  signal: AbortSignal | undefined
}

/** Sends one request and reads the whole answer. Never throws: what went wrong is a failure. */
export async function exchange<Body>(
  transport: Transport,
  request: OutgoingRequest,
  headers: Headers,
  readBody: (response: Response) => Promise<Body>,
  limits: ExchangeLimits,
): Promise<Answer<Body> | Failure> {
  const { clock, redact } = transport
  const { timeout, remaining, deadline, signal } = limits
  const isDeadline = remaining < timeout
  let keyIsKnown = false
  try {
    return await attempt(
      async (stop) => {
        const key = checkKey(await transport.apiKey())
        redact.remember(key)
        // A copy: a hook may have kept the other one.
        const sent = new Headers(headers)
        sent.set('authorization', 'Bearer ' + key)
        keyIsKnown = true
        // Looked up per request, so that what replaces the global fetch later is used. A redirect would turn a POST into a GET.
        const fetch = transport.fetch ?? globalThis.fetch
        const response = await fetch(request.url, {
          ...request.init,
          headers: sent,
          signal: stop,
          redirect: 'manual',
        })
        return { response, body: await readBody(response) }
      },
      clock,
      isDeadline ? remaining : timeout,
      signal,
    )
  } catch (error) {
    if (error instanceof Interrupted) {
      const failure = interruption(error.by, isDeadline ? deadline : timeout, isDeadline, signal)
      return keyIsKnown ? failure : { ...failure, outcome: 'not-sent' }
    }
    if (keyIsKnown) return connectionFailure(error, request.url, redact)
    const refused = error instanceof InvalidRequestError
    return {
      transient: false,
      outcome: 'not-sent',
      reason: 'no key',
      error: (context) =>
        new InvalidRequestError(
          refused ? error.message : 'The function given as apiKey failed.',
          { code: 'invalid_request', param: 'apiKey' },
          context,
          refused ? undefined : redactedCause(error, redact),
        ),
    }
  }
}
