import { apiKeyOf, parseObject } from '../../support/breakage'
import { crash } from '../errors/crashes'
import { creates, lists, parameterOf, refuse, registers, type Json, type Test } from '../changes'
import { ofFamily } from './trap'
import { rulesOf } from '../table'

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Texts on which services fail, in the JSON that bears them or in a decoded parameter. */
const texts: Readonly<Record<string, (text: string) => boolean>> = {
  'half-a-pair': (text) => loneSurrogate.test(text),
  nul: (text) => text.includes('\0'),
  'line-separator': (text) => text.includes('\u2028'),
  astral: (text) => /[\u{10000}-\u{10ffff}]/u.test(text),
  quote: (text) => text.includes("'"),
  backslash: (text) => text.includes('\\'),
  // A percent sign that begins no escape.
  percent: (text) => /%(?![0-9a-f]{2})/i.test(text),
  'combining-mark': (text) => /\p{Mn}/u.test(text),
  'direction-mark': (text) => /[\u202a-\u202e\u2066-\u2069]/.test(text),
  control: (text) => [...text].some((letter) => letter > '\0' && letter < ' ' && !'\t\n\r'.includes(letter)),
}

/** All texts of a value, the names of fields among them where they are wanted. */
function textsOf(value: unknown, wanted: 'values' | 'names'): string[] {
  if (typeof value === 'string') return wanted === 'values' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap((part) => textsOf(part, wanted))
  return wanted === 'names' && !Array.isArray(value) ? [...Object.keys(value), ...inner] : inner
}

/** A part of requests that bears texts. */
interface TextLocation {
  /** The rules of this part, whose checks meet the odd text as well. */
  rules: string
  /** The texts that a request has there. */
  textsIn: (request: Request, text: string) => readonly unknown[]
  /** Odd texts that no request can bear there. */
  never?: readonly string[]
}

/** A part of the bodies of the requests that `concerns`. */
const inBody = (concerns: Test, rules: string, read: (body: Json) => readonly unknown[]): TextLocation => ({
  rules,
  textsIn: (request, text) => (concerns(request) ? read(parseObject(text) ?? {}) : []),
})

const places: Readonly<Record<string, TextLocation>> = {
  type: inBody(creates, 'EV-8 EV-3', ({ type }) => [type]),
  data: inBody(creates, 'EV-10 EV-3', ({ data }) => textsOf(data, 'values')),
  'data-name': inBody(creates, 'EV-10 EV-3', ({ data }) => textsOf(data, 'names')),
  'idempotency-key': inBody(creates, 'EV-13 EV-5', ({ idempotencyKey }) => [idempotencyKey]),
  description: inBody(registers, 'WH-7 WH-1', ({ description }) => [description]),
  url: inBody(registers, 'WH-9 WH-1', ({ url }) => [url]),
  subscription: inBody(registers, 'WH-9 WH-1', ({ events }) => textsOf(events, 'values')),
  cursor: {
    rules: 'PG-6',
    textsIn: (request) => (lists(request) ? [parameterOf(request, 'cursor')] : []),
    // A query is UTF-8: it cannot say half a pair.
    never: ['half-a-pair'],
  },
  'api-key': {
    rules: 'AU-4',
    textsIn: (request) => [apiKeyOf(request)],
    // A header takes no U+0000 and no letters beyond Latin-1: a client can send neither.
    never: ['half-a-pair', 'nul', 'line-separator', 'astral', 'combining-mark', 'direction-mark', 'control'],
  },
}

/** Mutants that fail on an odd text in one place. */
export const oddTexts = ofFamily(
  'server errors on odd texts',
  Object.entries(places).flatMap(([place, { rules, textsIn, never = [] }]) =>
    Object.entries(texts)
      .filter(([name]) => !never.includes(name))
      .map(([name, is]) => ({
        ...{ id: `${name}-in-${place}-is-500`, ...rulesOf(`ER-5 ${rules}`), mode: 'non-disruptive' },
        break: refuse(
          (request, text) => textsIn(request, text).some((one) => typeof one === 'string' && is(one)),
          crash,
        ),
      })),
  ),
)
