import { apiKeyOf, parseObject, type Mutant } from '../../support/breakage'
import { creates, lists, parameterOf, refuse, registers } from '../changes'
import { crash } from '../errors/crashes'
import { ofFamily } from './trap'

/** A value on which services fail, and how it is told in the JSON text that bears it or in a decoded parameter. */
interface Odd {
  name: string
  title: string
  is: (text: string) => boolean
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

const texts: readonly Odd[] = [
  { name: 'half-a-pair', title: 'half a surrogate pair', is: (text) => loneSurrogate.test(text) },
  { name: 'nul', title: 'U+0000', is: (text) => text.includes('\0') },
  { name: 'line-separator', title: 'U+2028', is: (text) => text.includes('\u2028') },
  {
    name: 'astral',
    title: 'a letter beyond the basic plane',
    is: (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
  },
  { name: 'quote', title: 'a single quote', is: (text) => text.includes("'") },
  { name: 'backslash', title: 'a backslash', is: (text) => text.includes('\\') },
  {
    name: 'percent',
    title: 'a percent sign that begins no escape',
    is: (text) => /%(?![0-9a-f]{2})/i.test(text),
  },
  { name: 'combining-mark', title: 'a combining mark', is: (text) => /\p{Mn}/u.test(text) },
  {
    name: 'direction-mark',
    title: 'a mark of the direction of writing',
    is: (text) => /[\u202a-\u202e\u2066-\u2069]/.test(text),
  },
  {
    name: 'control',
    title: 'a control character',
    is: (text) => [...text].some((letter) => letter > '\0' && letter < ' ' && !'\t\n\r'.includes(letter)),
  },
]

/** All texts of a value, the names of fields among them where they are wanted. */
function textsOf(value: unknown, wanted: 'values' | 'names'): string[] {
  if (typeof value === 'string') return wanted === 'values' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap((part) => textsOf(part, wanted))
  return wanted === 'names' && !Array.isArray(value) ? [...Object.keys(value), ...inner] : inner
}

/** A place that bears texts, and the texts that a request has there. */
interface Place {
  name: string
  title: string
  textsIn: (request: Request, text: string) => readonly unknown[]
  /** Odd texts that no request can bear there. */
  never?: readonly string[]
}

/** A header takes no U+0000 and no letters beyond Latin-1: a client can send neither. */
const notInHeaders = [
  'half-a-pair',
  'nul',
  'line-separator',
  'astral',
  'combining-mark',
  'direction-mark',
  'control',
]

const places: readonly Place[] = [
  {
    name: 'type',
    title: 'the type of an event',
    textsIn: (request, text) => (creates(request) ? [parseObject(text)?.type] : []),
  },
  {
    name: 'data',
    title: 'a text of a payload',
    textsIn: (request, text) => (creates(request) ? textsOf(parseObject(text)?.data, 'values') : []),
  },
  {
    name: 'data-name',
    title: 'the name of a field of a payload',
    textsIn: (request, text) => (creates(request) ? textsOf(parseObject(text)?.data, 'names') : []),
  },
  {
    name: 'idempotency-key',
    title: 'an idempotency key in the body',
    textsIn: (request, text) => (creates(request) ? [parseObject(text)?.idempotencyKey] : []),
  },
  {
    name: 'description',
    title: 'a description',
    textsIn: (request, text) => (registers(request) ? [parseObject(text)?.description] : []),
  },
  {
    name: 'url',
    title: 'the url of a webhook',
    textsIn: (request, text) => (registers(request) ? [parseObject(text)?.url] : []),
  },
  {
    name: 'subscription',
    title: 'a subscribed type',
    textsIn: (request, text) => (registers(request) ? textsOf(parseObject(text)?.events, 'values') : []),
  },
  {
    name: 'cursor',
    title: 'a cursor',
    textsIn: (request) => (lists(request) ? [parameterOf(request, 'cursor')] : []),
    // A query is UTF-8: it cannot say half a pair.
    never: ['half-a-pair'],
  },
  {
    name: 'api-key',
    title: 'an API key',
    textsIn: (request) => [apiKeyOf(request)],
    never: notInHeaders,
  },
]

/** Mutants that fail on an odd text in one place. */
const oddTexts = places.flatMap(({ name: place, title: where, textsIn, never = [] }) =>
  texts
    .filter(({ name }) => !never.includes(name))
    .map(({ name, title, is }): Mutant => ({
      id: `${name}-in-${place}-is-500`,
      title: `${title} in ${where} is answered by 500`,
      rule: 'ER-5',
      mode: 'non-disruptive',
      break: refuse(
        (request, text) => textsIn(request, text).some((one) => typeof one === 'string' && is(one)),
        crash,
      ),
    })),
)

/** Requests whose form is odd, and how each is told from others. */
const forms: readonly { name: string; title: string; is: (request: Request, text: string) => boolean }[] = [
  {
    name: 'long-integer',
    title: 'an integer of a thousand digits',
    is: (request, text) => creates(request) && /\d{1000}/.test(text),
  },
  {
    name: 'infinite-number',
    title: 'a number beyond the largest double',
    is: (request, text) => creates(request) && /\d[eE]\+?[4-9]\d\d/.test(text),
  },
  {
    name: 'integer-beyond-63-bits',
    title: 'an integer of more than 63 bits',
    is: (request, text) => creates(request) && /[:,[]-?\d{20,999}\s*[,}\]]/.test(text),
  },
  {
    name: 'depth-of-60',
    title: 'a payload of 60 levels',
    is: (request, text) => creates(request) && depthOf(text) >= 60,
  },
  {
    name: 'depth-of-90',
    title: 'a payload of 90 levels',
    is: (request, text) => creates(request) && depthOf(text) >= 90,
  },
  {
    name: 'data-as-text',
    title: 'data that is a text',
    is: (request, text) => creates(request) && typeof parseObject(text)?.data === 'string',
  },
  {
    name: 'data-as-null',
    title: 'data that is null',
    is: (request, text) => creates(request) && parseObject(text)?.data === null,
  },
  {
    name: 'type-as-object',
    title: 'a type that is an object',
    is: (request, text) => creates(request) && typeof parseObject(text)?.type === 'object',
  },
  {
    name: 'type-as-null',
    title: 'a type that is null',
    is: (request, text) => creates(request) && parseObject(text)?.type === null,
  },
  {
    name: 'long-type',
    title: 'a type of 1,000 characters',
    is: (request, text) => creates(request) && lengthOf(parseObject(text)?.type) >= 1_000,
  },
  {
    name: 'number-as-idempotency-key',
    title: 'an idempotency key that is a number',
    is: (request, text) => creates(request) && typeof parseObject(text)?.idempotencyKey === 'number',
  },
  {
    name: 'long-idempotency-key',
    title: 'an idempotency key of 300 characters',
    is: (request, text) =>
      creates(request) &&
      Math.max(
        lengthOf(parseObject(text)?.idempotencyKey),
        lengthOf(request.headers.get('idempotency-key')),
      ) >= 300,
  },
  {
    name: 'empty-name',
    title: 'a payload with an empty name',
    is: (request, text) => creates(request) && text.includes('"":'),
  },
  {
    name: 'prototype-name',
    title: 'a payload with the name __proto__',
    is: (request, text) => creates(request) && text.includes('"__proto__":'),
  },
  {
    name: 'doubled-name',
    title: 'a body that has type twice',
    is: (request, text) =>
      creates(request) && text.split('"type":').length > 2 && !text.includes('"data":{"type"'),
  },
  {
    name: 'odd-port',
    title: 'a url with the port 99999',
    is: (request, text) => registers(request) && /:99999/.test(text),
  },
  {
    name: 'url-as-number',
    title: 'a url that is a number',
    is: (request, text) => registers(request) && typeof parseObject(text)?.url === 'number',
  },
  {
    name: 'url-without-host',
    title: 'a url without a host',
    is: (request, text) => registers(request) && /^https:\/*(\?|#|$|:)/.test(String(parseObject(text)?.url)),
  },
  {
    name: 'long-url',
    title: 'a url of 2,000 characters',
    is: (request, text) => registers(request) && lengthOf(parseObject(text)?.url) >= 2_000,
  },
  {
    name: 'url-of-another-script',
    title: 'a url whose host is not ASCII',
    is: (request, text) =>
      registers(request) && /^https:\/\/[^/]*[^ -~]/.test(String(parseObject(text)?.url)),
  },
  {
    name: 'long-description',
    title: 'a description of 300 characters',
    is: (request, text) => registers(request) && lengthOf(parseObject(text)?.description) >= 300,
  },
  {
    name: 'null-among-events',
    title: 'events that hold null',
    is: (request, text) => registers(request) && listOf(parseObject(text)?.events).includes(null),
  },
  {
    name: 'list-among-events',
    title: 'events that hold a list',
    is: (request, text) => registers(request) && listOf(parseObject(text)?.events).some(Array.isArray),
  },
  {
    name: 'events-as-text',
    title: 'events that are a text',
    is: (request, text) => registers(request) && typeof parseObject(text)?.events === 'string',
  },
  {
    name: 'hundred-events',
    title: 'more than a hundred subscribed types',
    is: (request, text) => registers(request) && listOf(parseObject(text)?.events).length > 100,
  },
  {
    name: 'negative-limit',
    title: 'a negative limit',
    is: (request) => lists(request) && /^-\d/.test(parameterOf(request, 'limit') ?? ''),
  },
  {
    name: 'huge-limit',
    title: 'a limit beyond 63 bits',
    is: (request) => lists(request) && /^\d{19,}$/.test(parameterOf(request, 'limit') ?? ''),
  },
  {
    name: 'doubled-limit',
    title: 'a limit that comes twice',
    is: ({ url }) => new URL(url).searchParams.getAll('limit').length > 1,
  },
  {
    name: 'limit-as-text',
    title: 'a limit that is a word',
    is: (request) => lists(request) && /^[a-z]+$/i.test(parameterOf(request, 'limit') ?? ''),
  },
  {
    name: 'long-cursor',
    title: 'a cursor of 1,000 characters',
    is: (request) => lists(request) && lengthOf(parameterOf(request, 'cursor')) >= 1_000,
  },
  {
    name: 'empty-cursor',
    title: 'an empty cursor',
    is: (request) => lists(request) && parameterOf(request, 'cursor') === '',
  },
  {
    name: 'broken-escape-in-a-path',
    title: 'a path with a broken escape',
    is: ({ url }) => /%(?![0-9a-f]{2})/i.test(new URL(url).pathname),
  },
  {
    name: 'long-id',
    title: 'an id of 1,000 characters',
    is: ({ url }) => new URL(url).pathname.split('/').some((part) => part.length >= 1_000),
  },
  {
    name: 'bare-bearer',
    title: 'the word Bearer without a key',
    is: ({ headers }) => headers.get('authorization') === 'Bearer',
  },
]

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const letter of text) {
    if (letter === '{' || letter === '[') deepest = Math.max(deepest, (depth += 1))
    if (letter === '}' || letter === ']') depth -= 1
  }
  return deepest
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

const oddForms = forms.map(({ name, title, is }): Mutant => ({
  id: `${name}-crashes`,
  title: `${title} is answered by 500`,
  rule: 'ER-5',
  mode: 'non-disruptive',
  break: refuse(is, crash),
}))

/** Mutants that answer an odd value by a server error. */
export const oddValues = ofFamily('server errors on odd values', [...oddTexts, ...oddForms])
