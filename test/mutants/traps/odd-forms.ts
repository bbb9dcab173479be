import { parseObject } from '../../support/breakage'
import { crash } from '../errors/crashes'
import { creates, lists, parameterOf, refuse, registers, type Json, type Test } from '../changes'
import { ofFamily } from './trap'
import { rulesOf } from '../table'

type Is<Part> = (part: Part, text: string, request: Request) => boolean

/** Creations whose form is odd, by their bodies. */
const creations: Readonly<Record<string, Is<Json>>> = {
  'long-integer': (_, text) => /\d{1000}/.test(text),
  // A number beyond the largest double.
  'infinite-number': (_, text) => /\d[eE]\+?[4-9]\d\d/.test(text),
  'integer-beyond-63-bits': (_, text) => /[:,[]-?\d{20,999}\s*[,}\]]/.test(text),
  'depth-of-60': (_, text) => depthOf(text) >= 60,
  'depth-of-90': (_, text) => depthOf(text) >= 90,
  'data-as-text': ({ data }) => typeof data === 'string',
  'data-as-null': ({ data }) => data === null,
  'type-as-object': ({ type }) => typeof type === 'object',
  'type-as-null': ({ type }) => type === null,
  'long-type': ({ type }) => lengthOf(type) >= 1_000,
  // An entry of an index holds 2,704 bytes.
  'type-beyond-an-index': ({ type }) => lengthOf(type) > 2_704,
  'null-as-idempotency-key': ({ idempotencyKey }) => idempotencyKey === null,
  'number-as-idempotency-key': ({ idempotencyKey }) => typeof idempotencyKey === 'number',
  'long-idempotency-key': ({ idempotencyKey }, _, { headers }) =>
    Math.max(lengthOf(idempotencyKey), lengthOf(headers.get('idempotency-key'))) >= 300,
  'empty-name': (_, text) => text.includes('"":'),
  'prototype-name': (_, text) => text.includes('"__proto__":'),
  'name-of-a-class': (_, text) => text.includes('"@class":'),
  // The body has type twice.
  'doubled-name': (_, text) => text.split('"type":').length > 2 && !text.includes('"data":{"type"'),
}

/** Registrations whose form is odd, by their bodies. */
const registrations: Readonly<Record<string, Is<Json>>> = {
  'odd-port': (_, text) => /:99999/.test(text),
  'url-as-null': ({ url }) => url === null,
  'url-as-number': ({ url }) => typeof url === 'number',
  'url-with-a-user': ({ url }) => /^https:\/\/\w+:\w+@/.test(String(url)),
  'url-without-host': ({ url }) => /^https:\/*(\?|#|$|:)/.test(String(url)),
  'long-url': ({ url }) => lengthOf(url) >= 2_000,
  'url-beyond-an-index': ({ url }) => lengthOf(url) > 2_704,
  'url-of-another-script': ({ url }) => /^https:\/\/[^/]*[^ -~]/.test(String(url)),
  'description-as-null': ({ description }) => description === null,
  'long-description': ({ description }) => lengthOf(description) >= 300,
  'null-among-events': ({ events }) => listOf(events).includes(null),
  'list-among-events': ({ events }) => listOf(events).some(Array.isArray),
  'events-as-null': ({ events }) => events === null,
  'events-as-text': ({ events }) => typeof events === 'string',
  'hundred-events': ({ events }) => listOf(events).length > 100,
}

/** Lists that are asked for in an odd way, by a parameter. */
const parameters: Readonly<Record<string, readonly [name: string, is: (value: string) => boolean]>> = {
  'negative-limit': ['limit', (limit) => /^-\d/.test(limit)],
  'huge-limit': ['limit', (limit) => /^\d{19,}$/.test(limit)],
  'limit-as-text': ['limit', (limit) => /^[a-z]+$/i.test(limit)],
  'long-cursor': ['cursor', (cursor) => cursor.length >= 1_000],
  'empty-cursor': ['cursor', (cursor) => cursor === ''],
}

/** Other requests whose form is odd. */
const others: Readonly<Record<string, Test>> = {
  'doubled-limit': ({ url }) => new URL(url).searchParams.getAll('limit').length > 1,
  'broken-escape-in-a-path': ({ url }) => /%(?![0-9a-f]{2})/i.test(new URL(url).pathname),
  'long-id': ({ url }) => new URL(url).pathname.split('/').some((part) => part.length >= 1_000),
  'id-beyond-63-bits': ({ url }) => /\/wh_\d{20}$/.test(url),
  'parts-without-boundary': ({ headers }) => headers.get('content-type') === 'multipart/form-data',
  'packed-body': ({ headers }) => headers.has('content-encoding'),
  'bare-bearer': ({ headers }) => headers.get('authorization') === 'Bearer',
  'any-answer-accepted': ({ headers }) => headers.get('accept') === '*/*',
  'answers-accepted-by-weight': ({ headers }) => /;q=/.test(headers.get('accept') ?? ''),
  'no-answer-of-ours-accepted': ({ headers }) => !/json|\*/.test(headers.get('accept') ?? ''),
}

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

/** Tests of whole requests by what they bear: the rows of a table whose requests `concerns`. */
const ofBodies = (table: Readonly<Record<string, Is<Json>>>, concerns: Test) =>
  Object.entries(table).map(([name, is]): [string, (request: Request, text: string) => boolean] => [
    name,
    (request, text) => concerns(request) && is(parseObject(text) ?? {}, text, request),
  ])

const forms = [
  ...ofBodies(creations, creates),
  ...ofBodies(registrations, registers),
  ...Object.entries(parameters).map(([form, [name, is]]): [string, Test] => [
    form,
    (request) => {
      const value = lists(request) ? parameterOf(request, name) : null
      return value !== null && is(value)
    },
  ]),
  ...Object.entries(others),
]

const broken = 'ER-5 AU-3 ER-3 EV-2 EV-3 EV-6 EV-8 EV-10 EV-13 WH-1 WH-4 WH-5 WH-7 WH-9'

/** Mutants that fail on a request of an odd form. */
export const oddForms = ofFamily(
  'server errors on odd forms',
  forms.map(([name, is]) => ({
    ...{ id: `${name}-crashes`, ...rulesOf(broken), mode: 'non-disruptive' },
    break: refuse(is, crash),
  })),
)
