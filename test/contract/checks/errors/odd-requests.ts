import { operations, type OperationId } from '../../../../generated/operations'
import { dismiss, register } from '../../probes/webhooks'
import { discard } from '../../probes/webhook-room'
import { expectThat, failStatus } from '../../probes/expect'
import { unknownKey } from '../../probes/identifiers'
import { clauses } from './clauses'
import type { ApiRequest } from '../../engine/paced-client'
import type { Check } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'] } as const

/** A request by the name of what is odd in it. `unique` is a text that bears the run. */
interface Oddity {
  name: string
  request: (unique: string) => Partial<ApiRequest>
}

/** Bodies of a creation that are no event. Which 4xx they get is open, but neither a success nor a 5xx will do. */
const malformed: readonly Oddity[] = [
  {
    name: 'truncated-json',
    request: (unique) => ({ raw: `{"type":"${unique}","data":{` }),
  },
  { name: 'empty-body', request: () => ({ raw: '' }) },
  { name: 'list-as-body', request: () => ({ raw: '[]' }) },
  { name: 'null-as-body', request: () => ({ raw: 'null' }) },
  { name: 'text-as-body', request: () => ({ raw: '"event"' }) },
  { name: 'number-as-body', request: () => ({ raw: '42' }) },
  {
    name: 'no-json',
    request: (unique) => ({ raw: `type=${unique}`, contentType: 'application/x-www-form-urlencoded' }),
  },
]

const query = (name: string, search: string): Oddity => ({
  name,
  request: () => ({ path: `/v1/events?${search}` }),
})
const deletion = (name: string, id: string): Oddity => ({
  name,
  request: () => ({ path: `/v1/webhooks/${id}`, method: 'DELETE' }),
})
const event = (name: string, body: string | ((unique: string) => string), contentType?: string): Oddity => ({
  name,
  request: (unique) => ({
    path: '/v1/events',
    method: 'POST',
    raw: typeof body === 'string' ? body : body(unique),
    contentType,
  }),
})
// The run's prefix in the path of the URL lets the end of the run find a webhook whose answer was lost.
const webhook = (name: string, raw: string): Oddity => ({
  name,
  request: (unique) => ({
    path: '/v1/webhooks',
    method: 'POST',
    raw: raw.replace(/(example\.com(:\d+)?\/)/, `$1${unique}/`),
  }),
})

/** Characters that break queries, logs and parsers, as they stand in a JSON text. */
const marks = `\\u2028\\u202e\\u0007\\u001b'\\\\\\"%s% e\\u0301 \\ud83d\\ude00`

/** Requests of which the interface says nothing: any answer will do but a server error. */
const odd: readonly Oddity[] = [
  query('limit-zero', 'limit=0'),
  query('limit-negative', 'limit=-1'),
  query('limit-no-number', 'limit=many'),
  query('limit-huge', 'limit=99999999999999999999'),
  query('limit-empty', 'limit='),
  query('limit-fraction', 'limit=1.5'),
  query('limit-twice', 'limit=1&limit=2'),
  query('cursor-empty', 'cursor='),
  query('cursor-unknown', 'cursor=cur_doesnotexist'),
  query('cursor-garbage', 'cursor=%00%ff%27%22%3B'),
  query('cursor-long', `cursor=cur_${'a'.repeat(3000)}`),
  deletion('id-garbage', '%00%27%22'),
  deletion('id-bad-encoding', '%E0%A4%A'),
  deletion('id-long', `wh_${'a'.repeat(3000)}`),
  { name: 'unknown-path', request: () => ({ path: '/v1/nothing-here' }) },
  { name: 'wrong-method', request: () => ({ path: '/v1/events', method: 'PUT', body: {} }) },
  event('deep-json', '['.repeat(5000)),
  // Without a type it creates nothing: no reader of events ever meets it.
  event('deep-payload', `{"data":{"deep":${'['.repeat(2000)}${']'.repeat(2000)}}}`),
  event('unknown-charset', '{}', 'application/json; charset=x-none'),
  event('empty-content-type', '{}', ''),
  {
    name: 'long-key',
    request: () => ({
      path: '/v1/events',
      key: { kind: 'invalid', value: unknownKey('sk_test_').repeat(75), label: '' },
    }),
  },
  event('bad-numbers', '{"type":1e999,"data":{"n":-1e999}}'),
  event('lone-surrogate', (unique) => `{"type":"${unique}.\\ud800","data":{}}`),
  query('cursor-null-character', 'cursor=cur_%00'),
  query('cursor-half-a-character', 'cursor=cur_%ED%A0%80'),
  query('cursor-of-another-content', 'cursor=cur_eyJpZCI6e319'),
  query('cursor-and-limit-lists', 'cursor[]=cur_a&limit[a]=1&limit[]=2'),
  query('limit-null-character', 'limit=%00'),
  { name: 'event-id-null-character', request: () => ({ path: '/v1/events/evt_%00' }) },
  event('number-of-5000-digits', (unique) => `{"type":"${unique}","data":{"n":${'7'.repeat(5_000)}}}`),
  event('type-null-character', (unique) => `{"type":"${unique}.\\u0000","data":{}}`),
  event(
    'lone-surrogates-in-data',
    (unique) => `{"type":"${unique}","data":{"text":"a\\ud83d","\\udc00":["\\ud800\\ud800"]}}`,
  ),
  ...['"a\\u0000b"', '"a\\ud800"', '42', `"${'k'.repeat(5_000)}"`].map((value, index) =>
    event(
      `idempotency-key-${index + 1}`,
      (unique) => `{"type":"${unique}","data":{},"idempotencyKey":${value}}`,
    ),
  ),
  event('marks-in-type', (unique) => `{"type":"${unique}.${marks}","data":{}}`),
  event('marks-in-data', (unique) => `{"type":"${unique}","data":{"${marks}":["${marks}"]}}`),
  event(
    'marks-in-idempotency-key',
    (unique) => `{"type":"${unique}","data":{},"idempotencyKey":"${unique}.${marks}"}`,
  ),
  webhook('marks-in-url', `{"url":"https://example.com/${marks}","events":["edc.odd"]}`),
  webhook('marks-in-types', `{"url":"https://example.com/","events":["edc.${marks}"]}`),
  webhook(
    'marks-in-description',
    `{"url":"https://example.com/","events":["edc.odd"],"description":"${marks}"}`,
  ),
  {
    name: 'idempotency-header',
    request: (unique) => ({
      path: '/v1/events',
      method: 'POST',
      body: { type: unique, data: {} },
      headers: { 'Idempotency-Key': `\u00e9\u00ff"',;=\t${unique}` },
    }),
  },
  ...[
    ['port', '"https://example.com:99999/"'],
    ['null-character', '"https://example.com/\\u0000"'],
    ['half-a-character', '"https://example.com/\\ud800"'],
    ['open-bracket', '"https://[::1"'],
    ['long-host', `"https://${'a'.repeat(300)}.example.com/"`],
    ['encoding', '"https://%zz@example.com/%"'],
  ].map(([name, url]) => webhook(`url-${name}`, `{"url":${url},"events":["edc.odd"]}`)),
  webhook('types-of-odd-texts', '{"url":"https://example.com/","events":["a\\u0000","\\ud800"]}'),
  webhook(
    'odd-description',
    '{"url":"https://example.com/","events":["edc.odd"],"description":"a\\u0000\\ud800"}',
  ),
  webhook('prototype', '{"__proto__":{"url":"https://example.com"},"events":{"__proto__":[]}}'),
  webhook('data-missing-in-list', '{"url":["https://example.com"],"events":[null,{}]}'),
]

/** Requests that are malformed or merely odd: none is answered by a server error. */
export const oddRequestChecks: readonly Check[] = [
  ...malformed.map(({ name, request }): Check => ({
    ...base,
    ...clauses.malformed,
    id: `malformed-event-${name}`,
    title: `a malformed request creates nothing and is no server error: ${name.replaceAll('-', ' ')}`,
    rules: ['ER-5', 'GN-2'],
    async run(context) {
      const { raw, contentType } = request(context.unique('malformed'))
      const answer = await context.call('createEvent', { key: context.eventKey(), raw, contentType })
      const message = `A malformed request was answered by ${answer.status}.`
      expectThat(answer.status >= 400, 'GN-2', message, { expected: 'a 4xx', answer })
    },
  })),
  ...odd.map(({ name, request }): Check => ({
    ...base,
    ...clauses.odd,
    id: `no-server-error-${name}`,
    title: `no server error: ${name.replaceAll('-', ' ')}`,
    rules: ['ER-5'],
    async run(context) {
      const sent = { method: 'GET', path: '/', key: context.eventKey(), ...request(context.prefix) }
      const answer = await context.send(sent, operationOf(sent))
      if (answer.status >= 500) failStatus(answer, 'ER-5', 'An odd request', 'no 5xx')
      return `It was answered by ${answer.status}.`
    },
  })),
  {
    ...base,
    ...clauses.odd,
    id: 'no-server-error-description-of-another-kind',
    title: 'no server error: description of another kind',
    rules: ['ER-5'],
    needs: ['webhook-key'],
    async run(context) {
      const registered = await register(context)
      await dismiss(context, registered)
      const { key, input } = registered
      for (const description of [42, { text: 'a' }]) {
        const body = { ...input, description }
        const answer = await context.call('createWebhook', { key, body, odd: true })
        if (answer.status >= 500) failStatus(answer, 'ER-5', 'A description that is no text', 'no 5xx')
        await discard(context, key, answer)
      }
    },
  },
]

/** The operation of the document that a request addresses, so that its answer is held against it. */
function operationOf({ method, path }: { method: string; path: string }): OperationId | undefined {
  const [pathname] = path.split('?')
  return Object.values(operations).find((one) => one.method === method && one.path === pathname)?.id
}
