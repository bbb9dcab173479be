import { beginning, redactedHeaders, searched, type Exchange } from '../wire/exchange'
import { toHar, type HarExchange } from '../wire/har'
import { version } from './version'
import type { Delivery } from '../receiver/inbox'
import type { Session } from './session'

/** All requests and deliveries of a run as a HAR 1.2, redacted with every secret that is known by now. */
export function trafficOf(session: Session, exchanges: readonly Exchange[]): object {
  const { receiver } = session.target
  const deliveries = receiver?.inbox.of(session.prefix) ?? []
  const redact = (text: string) => session.redactor.redact(text)
  return toHar({ name: 'event-delivery-conformance', version }, [
    ...exchanges.map((one) => one.whole()),
    ...deliveries.map((one) => fromDelivery(one, receiver?.baseUrl ?? '', redact)),
  ])
}

function fromDelivery(
  { method, path, headers, body, text, receivedAt, answer }: Delivery,
  baseUrl: string,
  redact: (text: string) => string,
): HarExchange {
  return {
    startedAt: receivedAt,
    durationMs: Math.round(answer?.after ?? 0),
    request: {
      method,
      url: redact(baseUrl + path),
      headers: redactedHeaders(headers, redact),
      body: redact(beginning(text, searched)),
      size: body.byteLength,
    },
    ...(answer && { response: { status: answer.status, headers: {}, body: '', size: 0 } }),
    comment: 'A delivery to the receiver of the suite.',
  }
}
