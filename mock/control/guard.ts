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
  const { headers } = request
  const origin = headers.get('origin')
  if (origin !== null && !isLoopbackOrigin(origin)) throw forbidden('A page of another origin')
  if (origin === null && headers.get('sec-fetch-site') === 'cross-site')
    throw forbidden('A page of another site')
  if (token === undefined) {
    const host = headers.get('host') ?? new URL(request.url).host
    if (!isLoopbackHost(host)) throw forbidden(`The host ${host}`)
  } else if (headers.get('authorization') !== `Bearer ${token}`) {
    throw new Refusal(401, 'unauthorized', 'The control routes want the token of this mock.', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).host)
}

function forbidden(who: string): Refusal {
  return new Refusal(403, 'forbidden', `${who} may not use the control routes.`)
}
