import type { Choices } from './dimensions'
import type { Fields } from './account'

/** The things that a service answers with. */
export type Kind = 'event' | 'webhook' | 'list' | 'deletion' | 'key' | 'error'

/** Adds the fields to a resource that the service has beyond the interface. `now` is the time as it is written. */
export function extend(kind: Kind, fields: Fields, { extras }: Choices, now: string): Fields {
  if (extras === 'none') return fields
  if (extras === 'texts') return { object: kind, apiVersion: '2026-01-01', ...fields, env: 'eu-1' }
  return {
    // Some write the time of the answer into it, and empty fields of other kinds of answers.
    meta: { answeredAt: now, requestId: `req_${kind}`, tags: [], parent: null },
    ...fields,
    account: { id: 'acc_1', type: 'account', created: '2020-01-01T00:00:00Z' },
    links: [{ rel: 'self', href: `https://legal.test/v1/${kind}` }],
    ...(kind === 'error' ? { created: now, data: null } : { error: null }),
  }
}

/** The headers of every answer beyond those that it needs. */
export function extraHeaders({ extras }: Choices): Record<string, string> {
  if (extras === 'none') return {}
  return {
    'X-Request-Id': 'req_legal_0123456789abcdef0123456789abcdef',
    'Cache-Control': 'no-store',
    Vary: 'Authorization',
    'X-Deployment': 'legal; region="eu-1"',
    Deprecation: '@1767225600',
  }
}
