import { apiKeyOf, parseObject, type Mutant } from '../../support/breakage'
import { crash } from '../errors/crashes'
import { creates, lists, parameterOf, refuse, registers } from '../changes'
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
  /** The rules of the place, whose checks meet the odd text as well. */
  rules: readonly string[]
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
    rules: ['EV-8', 'EV-3'],
    title: 'the type of an event',
    textsIn: (request, text) => (creates(request) ? [parseObject(text)?.type] : []),
  },
  {
    name: 'data',
    rules: ['EV-10', 'EV-3'],
    title: 'a text of a payload',
    textsIn: (request, text) => (creates(request) ? textsOf(parseObject(text)?.data, 'values') : []),
  },
  {
    name: 'data-name',
    rules: ['EV-10', 'EV-3'],
    title: 'the name of a field of a payload',
    textsIn: (request, text) => (creates(request) ? textsOf(parseObject(text)?.data, 'names') : []),
  },
  {
    name: 'idempotency-key',
    rules: ['EV-13', 'EV-5'],
    title: 'an idempotency key in the body',
    textsIn: (request, text) => (creates(request) ? [parseObject(text)?.idempotencyKey] : []),
  },
  {
    name: 'description',
    rules: ['WH-7', 'WH-1'],
    title: 'a description',
    textsIn: (request, text) => (registers(request) ? [parseObject(text)?.description] : []),
  },
  {
    name: 'url',
    rules: ['WH-9', 'WH-1'],
    title: 'the url of a webhook',
    textsIn: (request, text) => (registers(request) ? [parseObject(text)?.url] : []),
  },
  {
    name: 'subscription',
    rules: ['WH-9', 'WH-1'],
    title: 'a subscribed type',
    textsIn: (request, text) => (registers(request) ? textsOf(parseObject(text)?.events, 'values') : []),
  },
  {
    name: 'cursor',
    rules: ['PG-6'],
    title: 'a cursor',
    textsIn: (request) => (lists(request) ? [parameterOf(request, 'cursor')] : []),
    // A query is UTF-8: it cannot say half a pair.
    never: ['half-a-pair'],
  },
  {
    name: 'api-key',
    rules: ['AU-4'],
    title: 'an API key',
    textsIn: (request) => [apiKeyOf(request)],
    never: notInHeaders,
  },
]

/** Mutants that fail on an odd text in one place. */
export const oddTexts = ofFamily(
  'server errors on odd texts',
  places.flatMap(({ name: place, title: where, rules, textsIn, never = [] }) =>
    texts
      .filter(({ name }) => !never.includes(name))
      .map(({ name, title, is }): Mutant => ({
        id: `${name}-in-${place}-is-500`,
        title: `${title} in ${where} is answered by 500`,
        rule: 'ER-5',
        besides: rules,
        mode: 'non-disruptive',
        break: refuse(
          (request, text) => textsIn(request, text).some((one) => typeof one === 'string' && is(one)),
          crash,
        ),
      })),
  ),
)
