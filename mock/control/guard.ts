import { Refusal } from '../http/refusal'

const loopback = /^(localhost|([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Whether a host (with or without a port) is this machine itself. */
export function isLoopbackHost(host: string): boolean {
  return loopback.test(host.replace(/:\d+$/, ''))
}

/**
 * Keeps others off the control routes: a page on the web, which a browser on this machine shows (`Origin`), a name
 * that was made to resolve to this machine (`Host`), and, where there is a token, whoever does not have it.
 */
export function guard(request: Request, token: string | undefined): void {
  const { headers, method } = request
  const origin = headers.get('origin')
  const host = headers.get('host') ?? new URL(request.url).host
  // The inspector of a mock beyond loopback is a page of the mock's own host, which the token vouches for.
  const isOwnPage = (page: string) =>
    isLoopbackHost(hostOf(page)) || (token !== undefined && hostOf(page) === host)
  if (origin !== null && !isOwnPage(origin)) throw forbidden('A page of another origin')
  if (origin === null && headers.get('sec-fetch-site') === 'cross-site')
    throw forbidden('A page of another site')
  if (token === undefined) {
    if (!isLoopbackHost(host)) throw forbidden(`The host ${host}`)
  } else if (method !== 'OPTIONS' && headers.get('authorization') !== `Bearer ${token}`) {
    // A preflight bears no token (Fetch standard), and is told nothing.
    throw new Refusal(401, 'unauthorized', 'The control routes want the token of this mock.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}

function forbidden(who: string): Refusal {
  return new Refusal(403, 'forbidden', `${who} may not use the control routes.`)
}
