import type { Arrival } from '../http/arrival'
import type { Refusal } from '../http/refusal'
import { flatHeaders } from '../journal/record'
import type { RefusedRequest } from '../journal/refused-request'

/** The record of a control request that was refused. It leaves out the header that holds the token, right or nearly so. */
export function refusedControl(
  { request: { method, headers }, path, search, peer }: Arrival,
  { status, code, message }: Refusal,
): RefusedRequest {
  const sent = peer?.rawHeaders ?? flatHeaders(headers)
  return {
    method,
    target: peer?.target ?? (search === '' ? path : `${path}?${search}`),
    rawHeaders: withoutToken(sent),
    status,
    code,
    message,
    address: peer?.address,
    origin: peer?.origin,
  }
}

function withoutToken(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'authorization')
}
