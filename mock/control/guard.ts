import { equalInConstantTime } from '../../src/core/encoding'
import type { Arrival } from '../http/arrival'
import { isLoopback, parseUrl } from '../../src/core/url'
import { Refusal } from '../http/refusal'

/**
 * Refuses control requests from elsewhere: from other machines and, where there is a token, from clients without it.
 * A face that knows the client has judged `Host` and `Origin` already. Where there is no socket they are judged here.
 */
export function guard({ request, peer }: Pick<Arrival, 'request' | 'peer'>, token: string | undefined): void {
  const { headers, method, url } = request
  const host = headers.get('host') ?? new URL(url).host
  if (!peer) judgePage(headers, host, token)
  if (token === undefined) {
    if (peer) judgeAddress(peer.address)
    else if (!isLoopback(host)) throw forbidden(`The host ${host}`)
    return
  }
  // A preflight bears no token (Fetch standard), and its answer reveals nothing.
  const isRight = equalInConstantTime(headers.get('authorization') ?? '', `Bearer ${token}`)
  if (method !== 'OPTIONS' && !isRight) {
    throw new Refusal(401, 'unauthorized', 'The control routes want the token of this mock.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
}

/** Refuses an address of another machine. The address is that of the connection: a client could write any address into a header. */
function judgeAddress(address: string | undefined): void {
  if (address !== undefined && isLoopback(address)) return
  throw forbidden('A client of another machine')
}

function judgePage(headers: Headers, host: string, token: string | undefined): void {
  const origin = headers.get('origin')
  // Pages of this machine may ask. Where the mock listens for other machines, the inspector is a page of the mock's own host, and the
  // token shows that its user may use the mock.
  const isOwnPage = (page: string) =>
    isLoopback(hostOf(page)) || (token !== undefined && hostOf(page) === host)
  if (origin !== null && !isOwnPage(origin)) throw forbidden('A page of another origin')
  if (origin === null && headers.get('sec-fetch-site') === 'cross-site')
    throw forbidden('A page of another site')
}

function hostOf(origin: string): string {
  return parseUrl(origin)?.host ?? ''
}

function forbidden(client: string): Refusal {
  return new Refusal(403, 'forbidden', `${client} may not use the control routes.`)
}
