import { newAddress, newWebhookUrl } from '../../probes/webhook-hosts'
import { unknownKey } from '../../probes/identifiers'
import type { ApiRequest } from '../../engine/request'
import type { Context } from '../../engine/check'

/** A request by the name of what is odd in it. */
export interface Oddity {
  name: string
  request: (context: Context) => Partial<ApiRequest> | Promise<Partial<ApiRequest>>
}

/** Characters that break queries, logs and parsers, as they stand in a JSON text. */
const marks = `\\u2028\\u202e\\u0001\\u0007\\u001b'\\\\\\"%s%zz e\\u0301 \\ud83d\\ude00`

function query(name: string, search: string): Oddity {
  return { name, request: () => ({ path: `/v1/events?${search}` }) }
}

/** A creation by its JSON text, in which `TYPE` stands for a text that bears the run's prefix. */
function event(name: string, body: string, contentType?: string): Oddity {
  const sent = { path: '/v1/events', method: 'POST', contentType }
  return { name, request: ({ prefix }) => ({ ...sent, raw: body.replaceAll('TYPE', prefix) }) }
}

/** A webhook by its JSON text, in which `URL` stands for one that the deployment takes, and `PATH` for the path of such a one. */
function webhook(name: string, body: string, odd = false): Oddity {
  return {
    name,
    request: async (context) => {
      // The URL bears the prefix of the run, by which its end finds a webhook whose answer was lost.
      const raw = body.replace('URL', await newWebhookUrl(context)).replace('PATH', newAddress(context))
      const sent = { path: '/v1/webhooks', method: 'POST', raw, odd }
      // A webhook with a url that nobody may be able to call is registered by a test key where there is one.
      return odd ? sent : { ...sent, key: context.eventKey() }
    },
  }
}

/** A webhook whose registration is odd in one field alone. With `odd` it would be shown otherwise than the document says. */
function withField(name: string, field: string, odd = false): Oddity {
  const rest = Object.entries({ url: '"URL"', events: '["edc.odd"]' }).filter(
    ([key]) => !field.startsWith(`"${key}"`),
  )
  return webhook(name, `{${[...rest.map(([key, value]) => `"${key}":${value}`), field].join(',')}}`, odd)
}

/** Odd queries of the list, and odd keys. Each only reads. */
export const oddQueries: readonly Oddity[] = [
  query('limit-zero', 'limit=0'),
  query('limit-negative', 'limit=-1'),
  query('limit-no-number', 'limit=many'),
  query('limit-huge', 'limit=99999999999999999999'),
  query('limit-empty', 'limit='),
  query('limit-fraction', 'limit=1.5'),
  query('limit-twice', 'limit=1&limit=2'),
  query('limit-null-character', 'limit=%00'),
  query('cursor-twice', 'cursor=cur_a&cursor=cur_b'),
  query('cursor-empty', 'cursor='),
  query('cursor-unknown', 'cursor=cur_doesnotexist'),
  query('cursor-garbage', 'cursor=%00%ff%27%22%3B'),
  query('cursor-long', `cursor=cur_${'a'.repeat(3000)}`),
  query('cursor-null-character', 'cursor=cur_%00'),
  query('cursor-half-a-character', 'cursor=cur_%ED%A0%80'),
  query('cursor-of-another-content', 'cursor=cur_eyJpZCI6e319'),
  query('cursor-of-marks', `cursor=cur_${encodeURIComponent(JSON.parse(`"${marks}"`) as string)}`),
  query('cursor-and-limit-lists', 'cursor[]=cur_a&limit[a]=1&limit[]=2'),
  ...Object.entries({
    'any-answer': '*/*',
    'answers-by-weight': 'text/html;q=0.9, application/json;q=0.8, */*;q=0.1',
    'answers-of-another-type': 'text/html',
  }).map(([name, Accept]): Oddity => {
    // The interface leaves open whether a service may answer otherwise than in JSON where the client asks for that.
    return { name, request: () => ({ path: '/v1/events?limit=1', headers: { Accept }, odd: true }) }
  }),
  ...Object.entries({
    'long-key': unknownKey('sk_test_').repeat(75),
    'key-of-marks': `sk_test_'"\\%zz`,
    'key-of-words-beyond-ascii': 'sk_test_Gr\u00f6\u00dfe of a key',
  }).map(([name, value]): Oddity => {
    return { name, request: () => ({ path: '/v1/events', key: { kind: 'invalid', value, label: '' } }) }
  }),
]

/** Odd paths, ids and methods. */
export const oddPaths: readonly Oddity[] = [
  { name: 'id-garbage', request: () => ({ path: '/v1/webhooks/%00%27%22', method: 'DELETE' }) },
  { name: 'id-long', request: () => ({ path: `/v1/webhooks/wh_${'a'.repeat(3000)}`, method: 'DELETE' }) },
  { name: 'event-id-null-character', request: () => ({ path: '/v1/events/evt_%00' }) },
  // A service whose ids are numbers cannot hold this one in 63 bits.
  { name: 'numeric-id', request: () => ({ path: `/v1/webhooks/wh_${'9'.repeat(20)}`, method: 'DELETE' }) },
  { name: 'unknown-path', request: () => ({ path: '/v1/nothing-here' }) },
  { name: 'wrong-method', request: () => ({ path: '/v1/events', method: 'PUT', body: {} }) },
]

/** A path of broken percent-encoding, to which some gateways never answer. */
export const brokenEncoding: Oddity = {
  name: 'id-bad-encoding',
  request: () => ({ path: '/v1/webhooks/%E0%A4%A', method: 'DELETE' }),
}

/** The levels of a payload that many parsers take no more. */
const deep = 2_000

/** Odd creations of events. Those without a type create nothing, so that no reader of events ever meets what they hold. */
export const oddEvents: readonly Oddity[] = [
  event('deep-json', '['.repeat(5000)),
  event('deep-payload', `{"data":{"deep":${'['.repeat(deep)}${']'.repeat(deep)}}}`),
  event('unknown-charset', '{}', 'application/json; charset=x-none'),
  event('empty-content-type', '{}', ''),
  event('parts-without-boundary', '{}', 'multipart/form-data'),
  {
    name: 'packed-body-that-is-plain',
    request: () => ({
      path: '/v1/events',
      method: 'POST',
      body: {},
      headers: { 'Content-Encoding': 'gzip' },
    }),
  },
  event('bad-numbers', '{"type":1e999,"data":{"n":-1e999}}'),
  event('number-of-5000-digits', `{"type":"TYPE","data":{"n":${'7'.repeat(5_000)}}}`),
  event('lone-surrogate', '{"type":"TYPE.\\ud800","data":{}}'),
  event('lone-surrogates-in-data', '{"type":"TYPE","data":{"text":"a\\ud83d","\\udc00":["\\ud800\\ud800"]}}'),
  event('type-null-character', '{"type":"TYPE.\\u0000","data":{}}'),
  event('marks-in-type', `{"type":"TYPE.${marks}","data":{}}`),
  event('marks-in-data', `{"type":"TYPE","data":{"${marks}":["${marks}"]}}`),
  event('marks-in-idempotency-key', `{"type":"TYPE","data":{},"idempotencyKey":"TYPE.${marks}"}`),
  ...['null', '"a\\u0000b"', '"a\\ud800"', '42', `"${'k'.repeat(5_000)}"`].map((value, index) =>
    event(`idempotency-key-${index + 1}`, `{"type":"TYPE","data":{},"idempotencyKey":${value}}`),
  ),
  {
    name: 'idempotency-header',
    request: ({ prefix }) => ({
      path: '/v1/events',
      method: 'POST',
      body: { type: prefix, data: {} },
      headers: { 'Idempotency-Key': `\u00e9\u00ff"',;=\t${prefix}` },
    }),
  },
  ...Object.entries({ 'data-null': null, 'data-of-text': 'text', 'type-of-3000-characters': {} }).map(
    ([name, data], index): Oddity => ({
      name,
      request: (context) => {
        const type = context.unique('odd').padEnd(index === 2 ? 3_000 : 0, 'x')
        return { path: '/v1/events', method: 'POST', body: { type, data }, odd: true }
      },
    }),
  ),
]

/** Odd registrations of webhooks: each is refused or taken, as the service likes. */
export const oddWebhooks: readonly Oddity[] = [
  withField('marks-in-url', `"url":"URL/${marks}"`, true),
  withField('marks-in-types', `"events":["edc.${marks}"]`, true),
  withField('marks-in-description', `"description":"${marks}"`, true),
  withField('description-of-number', '"description":42', true),
  withField('description-of-null', '"description":null', true),
  withField('description-of-object', '"description":{"text":"a"}', true),
  withField('odd-description', '"description":"a\\u0000\\ud800"'),
  withField('types-of-odd-texts', '"events":["a\\u0000","\\ud800"]'),
  withField('types-of-other-kinds', '"events":[null,["edc.odd"]]', true),
  withField(
    'types-in-great-number',
    `"events":${JSON.stringify(Array.from({ length: 101 }, (_, index) => `edc.odd.${index}`))}`,
    true,
  ),
  ...Object.entries({
    port: 'https://example.com:99999PATH',
    'null-character': 'https://example.comPATH\\u0000',
    'half-a-character': 'https://example.comPATH\\ud800',
    'open-bracket': 'https://[::1',
    'long-host': `https://${'a'.repeat(300)}.example.comPATH`,
    encoding: 'https://%zz@example.comPATH/%',
    user: 'https://user:password@example.comPATH',
  }).map(([name, url]) => withField(`url-${name}`, `"url":"${url}"`)),
  withField('url-long-path', `"url":"URL/${'long'.repeat(750)}"`, true),
  withField('url-letters-in-host', '"url":"https://größe.examplePATH"', true),
  withField('url-without-host', '"url":"https://?nowhere"', true),
  webhook('prototype', '{"__proto__":{"url":"https://example.com"},"events":{"__proto__":[]}}'),
  webhook('truncated-json', '{"url":"URL","events":['),
  webhook('list-as-body', '[{"url":"URL"}]'),
  webhook('data-missing-in-list', '{"url":["https://example.com"],"events":[null,{}]}'),
]
