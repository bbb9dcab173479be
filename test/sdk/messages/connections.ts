import {
  type Step,
  answer,
  hang,
  refuseConnection,
  reset,
  scriptedFetch,
  truncate,
} from '@event-delivery/sdk/testing'
import type { Middleware } from 'openapi-fetch'
import { clientOf, created, input, stored } from '../client'
import { type Case, after, createEvent, createWebhook } from './case'

const failing = (code: string | undefined, message: string): Step => {
  const cause = Object.assign(new Error(message), { code })
  return () => Promise.reject(new TypeError('fetch failed', { cause }))
}

/** The error of undici for a proxy that refuses to connect. */
const refusedByProxy: Step = () => {
  const refusal = Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), {
    code: 'UND_ERR_ABORTED',
  })
  const cause = new Error('Request was cancelled.', { cause: refusal })
  return Promise.reject(new TypeError('fetch failed', { cause }))
}

const aborted = (reason?: unknown): Case => {
  const signal = AbortSignal.abort(reason)
  return after(created, ({ events }) => events.create(input, { signal }))
}

/** Aborts a call while it waits for its answer. */
const abortedLate: Case = () => {
  const abort = new AbortController()
  const step: Step = () => {
    abort.abort(new Error('the user left'))
    return new Promise(() => {})
  }
  return clientOf(scriptedFetch(step)).client.events.create(input, { signal: abort.signal })
}

const throwText: Step = () => {
  const text: unknown = 'offline'
  throw text
}

const never = () => new Promise<never>(() => {})

function withMiddleware(middleware: Middleware) {
  const { client } = clientOf(scriptedFetch(created))
  client.http.use(middleware)
  return client
}

/** Calls without an answer. */
export const connections: Record<string, Case> = {
  'a fetch that returns nothing': after(async () => undefined as never),
  'nobody listens': after(failing('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:4010')),
  'nobody listens on any address of a name': after(failing('ECONNREFUSED', '')),
  'nobody listens, as Bun says it': after(() => Promise.reject(Object.assign(new Error('Unable to connect.'), { code: 'ConnectionRefused' }))), // prettier-ignore
  'a name that does not exist': after(failing('ENOTFOUND', 'getaddrinfo ENOTFOUND api.events.exampel')),
  'a name server that does not answer': after(failing('EAI_AGAIN', 'getaddrinfo EAI_AGAIN api.events.example')), // prettier-ignore
  'a certificate that is not trusted': after(failing('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')), // prettier-ignore
  'a certificate that has expired': after(failing('CERT_HAS_EXPIRED', 'certificate has expired')),
  'a certificate of another host': after(failing('ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames")), // prettier-ignore
  'a port without TLS': after(failing('ERR_SSL_WRONG_VERSION_NUMBER', 'write EPROTO: wrong version number')),
  'a greeting of TLS that is cut off': after(failing('ECONNRESET', 'Client network socket disconnected before secure TLS connection was established'), createWebhook), // prettier-ignore
  'a proxy that refuses': after(refusedByProxy, createWebhook),
  'a connection that is not made in time': after(failing('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error')),
  'a connection that fails in a browser': after(() => Promise.reject(new TypeError('Failed to fetch'))),
  'a host that is gone under way': after(failing('EHOSTUNREACH', 'read EHOSTUNREACH')),
  'a network that is gone under way': after(failing('ENETUNREACH', 'write ENETUNREACH')),
  'a connection that times out under way': after(failing('ETIMEDOUT', 'read ETIMEDOUT')),
  'a connection that the other side closes': after(failing('UND_ERR_SOCKET', 'other side closed')),
  'a host that is not reached': after(failing('EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:443')),
  'a connection that times out': after(failing('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443')),
  'a certificate that cannot be verified': after(failing('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate')), // prettier-ignore
  'a port that fetch takes for none of the web': after(failing(undefined, 'bad port')),
  'a connection that is lost': after(reset()),
  'a connection that is lost while a webhook is made': after(reset(), createWebhook),
  'an answer that is cut off': after(truncate(answer(201, stored))),
  'a connection that is refused by the script': after(refuseConnection()),
  'a fetch that throws a text': after(throwText),
  'a timeout': after(hang(), createEvent, { timeout: 5000 }),
  'a timeout while a webhook is made': after(hang(), createWebhook, { timeout: 5000 }),
  'a deadline': after(hang(), createEvent, { deadline: 8000 }),
  'an abort before the call': aborted(),
  'an abort with a reason': aborted('the user left'),
  'an abort by a timeout signal': aborted(new DOMException('The operation timed out.', 'TimeoutError')),
  'an abort during the call': abortedLate,
  'a function for the key that fails': after(created, createEvent, {
    apiKey: () => Promise.reject(new Error('the vault is sealed')),
  }),
  'a function for the key that returns none': after(created, createEvent, { apiKey: () => '' }),
  'a function for the key that returns something else': after(created, createEvent, {
    apiKey: () => ({ key: 'sk_live_1' }) as unknown as string,
  }),
  'a middleware that hangs before the request': () =>
    withMiddleware({ onRequest: never }).events.create(input, { timeout: 5000 }),
  'a middleware that hangs after the answer': () =>
    withMiddleware({ onResponse: never }).events.create(input, { timeout: 5000 }),
  'a function for the key that hangs': after(created, createEvent, { apiKey: never, timeout: 5000 }),
}
