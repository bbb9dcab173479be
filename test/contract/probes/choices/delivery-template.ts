import { equal, isRecord, parseJson } from '../../wire/json'
import { commonPrefix, isNear } from './source'
import { layoutOf, precisions, prefixOf, valueKindOf } from './value-kinds'
import type { Event } from '../events'

/** The things that a delivery may repeat. */
export interface Delivered {
  body: unknown
  event: Event
  webhook: { id: string; url: string }
}

/** The template by which these deliveries are made; `undefined` where there is none. */
export function templateOf(deliveries: readonly Delivered[]): unknown {
  const [first, second = first] = deliveries
  return first && second && templateAt(first.body, second.body, first, second, '')
}

/** The placeholders of the texts and values of an event. */
const placeholders: readonly (readonly [string, (delivered: Delivered) => unknown])[] = [
  ['{event}', ({ event }) => event],
  ['{event.id}', ({ event }) => event.id],
  ['{event.type}', ({ event }) => event.type],
  ['{event.created}', ({ event }) => event.created],
  ['{event.data}', ({ event }) => event.data],
  ['{webhook.id}', ({ webhook }) => webhook.id],
  ['{webhook.url}', ({ webhook }) => webhook.url],
]

/** Whether a text is the event in base64. A service may write its JSON in another way than in its answer. */
function isEncodedEvent(text: unknown, { event }: Delivered): boolean {
  if (typeof text !== 'string' || !/^[\w+/=-]{24,}$/.test(text)) return false
  const inner = parseJson(Buffer.from(text, 'base64').toString())
  return isRecord(inner) && inner.id === event.id && equal(inner.data, event.data)
}

function templateAt(
  one: unknown,
  other: unknown,
  first: Delivered,
  second: Delivered,
  name: string,
): unknown {
  const [known] = placeholders.find(([, read]) => equal(one, read(first)) && equal(other, read(second))) ?? []
  if (known !== undefined) return known
  if (isEncodedEvent(one, first) && isEncodedEvent(other, second)) return '{base64:event}'
  const inText = writtenIn(one, first)
  if (inText !== undefined && inText === writtenIn(other, second)) return inText
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.map((item, index) => templateAt(item, other[index], first, second, name))
  if (isRecord(one) && isRecord(other)) {
    const names = Object.keys(one).filter((field) => field in other)
    return Object.fromEntries(
      names.map((field) => [field, templateAt(one[field], other[field], first, second, field)]),
    )
  }
  if (/attempt/i.test(name) && one === 1 && other === 1) return '{attempt}'
  const [time, otherTime] = [unixTime(one), unixTime(other)]
  if (time !== undefined && time === otherTime) return time
  if (typeof one === 'string' && typeof other === 'string') return textTemplate(one, other, first, second)
  return one
}

/** The placeholder of a text that holds the JSON of an event or of its data. */
function writtenIn(text: unknown, { event }: Delivered): string | undefined {
  const inner = typeof text === 'string' && /^\s*\{/.test(text) ? parseJson(text) : undefined
  if (!isRecord(inner)) return undefined
  if (inner.id === event.id && equal(inner.data, event.data)) return '{text:event}'
  return equal(inner, event.data) ? '{text:event.data}' : undefined
}

/** The placeholder of a Unix time that may be that of a delivery, as a number or as a text. */
function unixTime(value: unknown): string | undefined {
  if (!['number', 'string'].includes(typeof value) || !/^\d{10}(\d{3})?$/.test(String(value)))
    return undefined
  const isInSeconds = String(value).length === 10
  const moment = Number(value) * (isInSeconds ? 1_000 : 1)
  if (!isNear(new Date(moment).toISOString())) return undefined
  const name = isInSeconds ? 'unix' : 'unix:milliseconds'
  return typeof value === 'string' ? `{text:${name}}` : `{${name}}`
}

function textTemplate(one: string, other: string, first: Delivered, second: Delivered): string {
  // A far time that does not change is a date of the service, and no time of a delivery.
  if (one === other && !isNear(one)) return one
  if (valueKindOf(one) === 'timestamp' && valueKindOf(other) === 'timestamp') return nowLike(one, first)
  const filled = [withPlaceholders(one, first), withPlaceholders(other, second)]
  if (filled[0] === filled[1]) return filled[0] as string
  const token = tokenLike(one)
  if (token !== undefined && token === tokenLike(other)) return token
  const prefix = commonPrefix(one, other)
  return prefix === undefined ? one : `{id:${prefix}}`
}

/** The placeholder of a UUID, or of a long token that has no prefix, as a signature in the body is. */
function tokenLike(text: string): string | undefined {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) return '{uuid}'
  const [, token = '', end = ''] = /^([\w+/-]{22,999}?)(={0,2})$/.exec(text) ?? []
  if (token === '' || prefixOf(text) !== '') return undefined
  return `{${/^[\da-f]+$/.test(token) ? 'hex' : 'random'}:${token.length}}${end}`
}

/** The placeholder of the time of an attempt: with its precision, where that is another one than that of the event's time. */
function nowLike(time: string, { event }: Delivered): string {
  const [, fraction] = /T\d\d:\d\d:\d\d(?:\.(\d+))?Z$/.exec(time) ?? []
  const precision = precisions[/Z$/.test(time) ? (fraction ?? '').length : -1]
  // A service that breaks EV-9 may have a number there.
  return layoutOf(time) === layoutOf(String(event.created)) || precision === undefined
    ? '{now}'
    : `{now:${precision}}`
}

/** A text with placeholders in the place of the ids and types in it. */
function withPlaceholders(text: string, delivered: Delivered): string {
  return placeholders.reduce((left, [placeholder, read]) => {
    const value = read(delivered)
    return typeof value === 'string' && value.length > 3 ? left.replaceAll(value, placeholder) : left
  }, text)
}
