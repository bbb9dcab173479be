import type { Answer } from './answer'

const exposed = [
  'Retry-After',
  'Idempotency-Replayed',
  'Preference-Applied',
  'Mock-Fault',
  'WWW-Authenticate',
  'Allow',
  'Date',
  'Content-Length',
]
// A page may read `content-type` without being permitted to. It has no use for the other headers that are left out.
const named = new Set([...exposed.map((name) => name.toLowerCase()), 'content-type', 'vary'])

/** Lets a page of any origin read the answer. API keys travel in a header, never in a cookie, so `*` reveals nothing. */
export function permitCrossOrigin(answer: Answer): Answer {
  const others = Object.keys(answer.headers).filter((name) => !named.has(name))
  answer.headers['access-control-allow-origin'] = '*'
  answer.headers['access-control-expose-headers'] = [...exposed, ...others].join(', ')
  return answer
}

/** The answer to OPTIONS, whether a browser's preflight or a question for the methods of a path. */
export function optionsAnswer(sent: Pick<Headers, 'get'>, allowed: readonly string[], status = 204): Answer {
  const allow = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed
  const headers: Record<string, string> = { allow: [...allow, 'OPTIONS'].join(', ') }
  if (sent.get('access-control-request-method') !== null) {
    headers['access-control-allow-methods'] = headers.allow ?? ''
    // `*` would not include Authorization (Fetch standard, CORS-preflight fetch).
    headers['access-control-allow-headers'] =
      sent.get('access-control-request-headers') ?? 'Authorization, Content-Type'
    headers['access-control-max-age'] = '600'
    headers['vary'] = 'Access-Control-Request-Headers'
  }
  return permitCrossOrigin({ status, headers, body: null })
}
