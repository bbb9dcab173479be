import { isLoopback } from '../http/loopback'
import { Refusal } from '../http/refusal'
import { parseUrl } from '../http/parse-url'

/**
 * Refuses control requests from elsewhere: from a web page that a browser on this machine shows (`Origin`), under a
 * foreign name that resolves to this machine (`Host`) and, where there is a token, from clients without it.
 */
export function guard(request: Request, token: string | undefined): void {
  const { headers, method } = request
  const origin = headers.get('origin')
  const host = headers.get('host') ?? new URL(request.url).host
  // Beyond loopback the inspector is a page of the mock's own host, for which the token vouches.
  const isOwnPage = (page: string) =>
    isLoopback(hostOf(page)) || (token !== undefined && hostOf(page) === host)
  if (origin !== null && !isOwnPage(origin)) throw forbidden('A page of another origin')
  if (origin === null && headers.get('sec-fetch-site') === 'cross-site')
    throw forbidden('A page of another site')
  if (token === undefined) {
    if (!isLoopback(host)) throw forbidden(`The host ${host}`)
  } else if (method !== 'OPTIONS' && headers.get('authorization') !== `Bearer ${token}`) {
    // A preflight bears no token (Fetch standard), and its answer reveals nothing.
    throw new Refusal(401, 'unauthorized', 'The control routes want the token of this mock.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
}

function hostOf(origin: string): string {
  return parseUrl(origin)?.host ?? ''
}

function forbidden(client: string): Refusal {
  return new Refusal(403, 'forbidden', `${client} may not use the control routes.`)
}
