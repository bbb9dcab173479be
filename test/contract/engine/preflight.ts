import { CouldNotRun } from './outcome'
import { Context } from './context'
import type { Check } from './check'
import type { Session } from './session'

const preflight: Check = {
  id: 'preflight',
  title: 'the deployment answers',
  rules: [],
  level: 'observe',
  mode: 'read-only',
  needs: [],
  run: async () => undefined,
}

/** What to do about a deployment that does not answer, by what its connection ended in. */
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
  [/No answer within/, 'It took the request and did not answer in time.'],
]

/** Finds out whether the deployment answers at all and which keys it refuses. Returns why no run can be made. */
export async function reach(session: Session, signal: AbortSignal): Promise<string | undefined> {
  const context = new Context(session, preflight, signal)
  const full = session.keys.filter(({ kind }) => kind === 'live' || kind === 'test')
  try {
    const sent = { method: 'GET', path: '/v1/events?limit=1' }
    if (full.length === 0) await session.client.send(sent, signal, () => undefined)
    for (const key of full) {
      const { status } = await session.client.send({ ...sent, key }, signal, (one) =>
        context.evidence.push(one),
      )
      if (status === 401 || status === 403) session.refused.add(key)
    }
    return undefined
  } catch (error) {
    if (!(error instanceof CouldNotRun)) throw error
    const { message } = error
    const [, todo] = advice.find(([sign]) => sign.test(message)) ?? []
    return [`${session.target.baseUrl} cannot be judged. ${message}`, todo].filter(Boolean).join(' ')
  }
}
