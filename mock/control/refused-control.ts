import type { Arrival } from '../http/arrival'
import type { Refusal } from '../http/refusal'
import type { RefusedRequest } from '../journal/refused-request'
import { bytesOf, type KeptText } from '../journal/record'

/**
 * The record of a control request that was refused, with the beginning of its body. Without a scheme nothing tells the
 * journal that `Authorization` holds a secret, right or nearly so, and the header is left out.
 */
export function refusedControl(
  { request: { method, headers }, path, search, peer }: Arrival,
  { status, code, message }: Refusal,
  body: KeptText | undefined,
): RefusedRequest {
  const sent = peer?.rawHeaders ?? [...headers].flat()
  return {
    method,
    target: peer?.target ?? (search === '' ? path : `${path}?${search}`),
    rawHeaders: withoutBareToken(sent),
    body: body && bytesOf(body),
    cut: body?.cut,
    status,
    code,
    message,
    address: peer?.address,
    origin: peer?.origin,
  }
}

function withoutBareToken(headers: readonly string[]): string[] {
  return headers.filter((_, index) => {
    const start = index - (index % 2)
    const isCredentials = headers[start]?.toLowerCase() === 'authorization'
    return !isCredentials || /^[A-Za-z-]+ +\S/.test(headers[start + 1] ?? '')
  })
}
