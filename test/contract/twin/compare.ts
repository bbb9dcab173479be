import { equal, isRecord, parseJson } from '../wire/json'
import { valueKindOf, isPlayable, layoutOf, prefixOf } from '../probes/choices/value-kinds'
import { isTelling } from '../probes/choices/headers'
import type { Answer } from '../wire/client'

/** A point in which two answers differ. */
export interface AnswerDifference {
  /** `status`, `header NAME`, or a path in the body, as `body.error.message`. */
  where: string
  live: string
  twin: string
}

/** Headers that are compared although no further header of a dialect may state them. */
const stated = ['www-authenticate', 'allow', 'retry-after']

/** The differences of two answers to one request. Ids, times, cursors, secrets and numbers are compared by their kind. */
export function differencesOf(live: Answer, twin: Answer): AnswerDifference[] {
  if (live.status !== twin.status) return [difference('status', live.status, twin.status)]
  return [...headerDifferences(live.headers, twin.headers), ...bodyDifferences(live, twin)]
}

/** The differences of two sets of headers. */
export function headerDifferences(
  live: Headers,
  twin: Headers,
  isCompared = (name: string) => isTelling(name) || stated.includes(name),
): AnswerDifference[] {
  const names = new Set([...live.keys(), ...twin.keys()])
  return [...names].sort().flatMap((name) => {
    if (!isCompared(name)) return []
    // An empty header says as much as none.
    const [one, other] = [live.get(name) || null, twin.get(name) || null]
    if (one === other || (one && other && areAlikeIn(name, one, other))) return []
    return [difference(`header ${name}`, one ?? 'absent', other ?? 'absent')]
  })
}

/** Whether two values of a header say the same. The order of the methods in `Allow` has no meaning. */
function areAlikeIn(name: string, one: string, other: string): boolean {
  const words = (text: string) => text.split(/\s*,\s*/).sort()
  if (name === 'retry-after' || isAlike(value(one), value(other))) return true
  return name === 'allow' && equal(words(one), words(other))
}

function value(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function bodyDifferences(live: Answer, twin: Answer): AnswerDifference[] {
  if (live.json === undefined || twin.json === undefined) {
    const isSame = live.json === twin.json && withoutIds(live.text) === withoutIds(twin.text)
    return isSame ? [] : [difference('body', live.text, twin.text)]
  }
  const isList = Array.isArray(live.fields.data) && Array.isArray(twin.fields.data)
  return isList ? listDifferences(live.fields, twin.fields) : valueDifferences(live.json, twin.json, 'body')
}

type Fields = Readonly<Record<string, unknown>>

/** Lists are compared by their envelope and their first items: what else they hold is the data of the deployment. */
function listDifferences(live: Fields, twin: Fields): AnswerDifference[] {
  const { data: liveItems, ...liveRest } = live as { data: unknown[] }
  const { data: twinItems, ...twinRest } = twin as { data: unknown[] }
  // A page that is not the last one is full, whatever else the deployment holds.
  const areFull = live.hasMore === true && twin.hasMore === true
  const differences = valueDifferences(liveRest, twinRest, 'body')
  if (areFull && liveItems.length !== twinItems.length)
    differences.push(difference('body.data.length', liveItems.length, twinItems.length))
  return [...differences, ...itemDifferences(liveItems, twinItems, 'body.data.0')]
}

/** The differences of the first items that both lists have, else of the first of each. */
function itemDifferences(live: readonly unknown[], twin: readonly unknown[], where: string) {
  // Both sides make webhooks at the same URLs, but a service may write a URL in another way.
  for (const isSame of [equal, isAlike]) {
    for (const item of live) {
      const same = twin.find((one) => isSame(urlOf(one), urlOf(item)))
      if (same !== undefined) return valueDifferences(shapeOf(item), shapeOf(same), where)
    }
  }
  const [one, other] = [live[0], twin[0]]
  if (one === undefined || other === undefined) return []
  // The webhooks of others may have what those of this conversation have not.
  const [shape, otherShape] = [one, other].map((item) => shapeOf(item, isOptional))
  return valueDifferences(shape, otherShape, where)
}

/** The URL of a webhook, by which the lists of both sides know the same one. */
function urlOf(item: unknown): unknown {
  return (item as { url?: unknown } | null | undefined)?.url
}

/** The fields of an item that its maker chose. */
const chosen: readonly string[] = ['type', 'data', 'url', 'events', 'description']
/** Whether a maker may leave a field out. */
const isOptional = (name: string) => name === 'description'

/** An item of a list without what its maker chose. */
function shapeOf(item: unknown, isLeftOut: (name: string) => boolean = () => false): unknown {
  if (typeof item !== 'object' || item === null) return item
  return Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => !isLeftOut(name))
      .map(([name, one]) => [name, chosen.includes(name) ? null : (one as unknown)]),
  )
}

/** The differences of two JSON values. */
export function valueDifferences(live: unknown, twin: unknown, where: string): AnswerDifference[] {
  if (isAlike(live, twin)) return []
  const [inLive, inTwin] = [jsonIn(live), jsonIn(twin)]
  if (inLive !== undefined && inTwin !== undefined) return valueDifferences(inLive, inTwin, where)
  if (Array.isArray(live) && Array.isArray(twin) && live.length === twin.length)
    return live.flatMap((item, index) => valueDifferences(item, twin[index], `${where}.${index}`))
  if (isRecord(live) && isRecord(twin)) {
    const names = new Set([...Object.keys(live), ...Object.keys(twin)])
    return [...names].flatMap((name) => {
      if (name in live && name in twin) return valueDifferences(live[name], twin[name], `${where}.${name}`)
      const shown = (fields: Record<string, unknown>) => (name in fields ? fields[name] : 'absent')
      return [difference(`${where}.${name}`, shown(live), shown(twin))]
    })
  }
  return [difference(where, live, twin)]
}

/** The object or list that a text holds as JSON. */
function jsonIn(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : undefined
}

/** Whether two values are equal, or of one kind that differs from answer to answer. */
function isAlike(one: unknown, other: unknown): boolean {
  if (equal(one, other)) return true
  const [form, otherForm] = [valueKindOf(one), valueKindOf(other)]
  if (form === undefined || form !== otherForm) return false
  if (form === 'number') return true
  if (typeof one !== 'string' || typeof other !== 'string') return false
  // A form of ISO 8601 that no dialect can state is compared by its kind, like the time itself.
  if (form === 'timestamp') return layoutOf(one) === layoutOf(other) || !isPlayable(one)
  if (form === 'id') return prefixOf(one) === prefixOf(other)
  return withoutIds(one) === withoutIds(other)
}

/**
 * A text with a mark in the place of each id, so that a message may name one. Base64 is known by a digit, or by the
 * padding at its end: now and then a signature has no digit at all.
 */
function withoutIds(text: string): string {
  return text
    .replace(/[\w+/-]{16,}={1,2}/g, '…')
    .replace(/\b(evt|wh|cur|whsec|key|sk_test|sk_live)_[\w+/=.:~@%-]+/g, '$1_…')
    .replace(/[0-9a-f]{8,}[0-9a-f-]*/g, '…')
    .replace(/(?=[\w+/-]*\d)[\w+/-]{16,}={0,2}/g, '…')
}

function difference(where: string, live: unknown, twin: unknown): AnswerDifference {
  const shown = (one: unknown) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? 'absent'))
  return { where, live: shown(live), twin: shown(twin) }
}
