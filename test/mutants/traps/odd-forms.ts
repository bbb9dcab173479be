import { parseObject, type Mutant } from '../../support/breakage'
import { crash } from '../errors/crashes'
import { creates, lists, parameterOf, refuse, registers } from '../changes'
import { ofFamily } from './trap'

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

/** Mutants that fail on a request of an odd form. */
export const oddForms = ofFamily(
  'server errors on odd forms',
  forms.map(({ name, title, is }): Mutant => ({
    id: `${name}-crashes`,
    title: `${title} is answered by 500`,
    rule: 'ER-5',
    besides: [
      'AU-3',
      'ER-3',
      'EV-2',
      'EV-3',
      'EV-6',
      'EV-8',
      'EV-10',
      'EV-13',
      'WH-1',
      'WH-4',
      'WH-5',
      'WH-7',
      'WH-9',
    ],
    mode: 'non-disruptive',
    break: refuse(is, crash),
  })),
)
