import { CouldNotRun } from './outcome'
import type { Session } from './session'

/** Advice on a deployment that does not answer, by the reason for which the connection ended. */
const advice: readonly (readonly [RegExp, string])[] = [
  [
    /ECONNREFUSED|bad port/,
    'Nothing listens there: start the service, or name its host and port in --base-url.',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'That name leads nowhere from here: look at --base-url, a VPN or a proxy.'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'Its certificate is of another name: use that name in --base-url.'],
  [/CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/, 'Name the CA of its certificate with --ca FILE.'],
  [/NO_APPLICATION_PROTOCOL/, 'It speaks HTTP/2 alone: put something that speaks HTTP/1.1 in front of it.'],
  [/WRONG_VERSION_NUMBER|EPROTO/, 'It speaks no TLS there: another port, or on loopback http://.'],
  [
    /ECONNRESET|UND_ERR_SOCKET|other side closed/,
    'It ends the connection: does it want TLS, a proxy or a certificate of yours?',
  ],
  [/HPE_/, 'It speaks no HTTP there: look at the port in --base-url.'],
  [/No answer within/, 'It took the request and did not answer in time: is it the right service?'],
  [/answering 429/, 'Wait for the end of its rate limit, or for a time that its Retry-After names.'],
]

/** What is known of a deployment before the first check. */
export interface Reached {
  /** Why no run can be made; `undefined` where one can. */
  reason?: string
  /** Milliseconds that its fastest answer took, over a connection that stands where it keeps one. */
  latency: number
}

/** Finds out whether the deployment answers, how fast, and which keys it refuses. */
export async function findObstacle(session: Session, signal: AbortSignal): Promise<Reached> {
  const { client, target, usableKeys } = session
  const sent = { method: 'GET', path: '/v1/events?limit=1' }
  let latency = Infinity
  try {
    for (const key of usableKeys.length > 0 ? usableKeys : [undefined]) {
      const began = performance.now()
      const { status } = await client.send({ ...sent, key }, { signal })
      latency = Math.min(latency, performance.now() - began)
      if (status === 401 || status === 403)
        session.usableKeys = session.usableKeys.filter((usable) => usable !== key)
    }
    return { latency }
  } catch (error) {
    if (!(error instanceof CouldNotRun)) throw error
    const { message } = error
    const [, remedy] = advice.find(([sign]) => sign.test(message)) ?? []
    const reason = [`${target.baseUrl} cannot be judged. ${message}`, remedy].filter(Boolean).join(' ')
    return { reason, latency }
  }
}
