import type { RequestEntry } from '../../journal/entry'
import { type EventRow, type Row, stateOf } from '../store/row'

/** The fields that a term of the query box may name. */
export const queryFields = ['type', 'status', 'webhook', 'key', 'id', 'session'] as const
export type QueryField = (typeof queryFields)[number]

/** A condition of a query: a row must fulfil all of them. */
export interface Term {
  /** Absent for free text. */
  field?: QueryField
  value: string
  /** True where the term begins with `-`: rows that fulfil it are left out. */
  negated: boolean
  /** Where the term stands in the text of the query: from the first letter to behind the last one. */
  from: number
  to: number
}

const term = /(-?)(?:(type|status|webhook|key|id|session):)?("(?:[^"\\]|\\.)*"?|[^\s"]\S*)?/iy

/**
 * The terms of a query such as `type:order.* -status:2xx "shop 7"`. Every text is a query: what names no field is free text,
 * and a quotation that has no end goes to the end.
 */
export function parseQuery(text: string): Term[] {
  const terms: Term[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] as string)) {
      at++
      continue
    }
    term.lastIndex = at
    const [whole = '', sign = '', field, written = ''] = term.exec(text) ?? []
    // A sign or a field without a value, as while one types, is a term whose value is empty.
    const to = at + Math.max(whole.length, 1)
    terms.push({
      field: field?.toLowerCase() as QueryField | undefined,
      value: whole === '' ? (text[at] as string) : unquoted(written),
      negated: sign === '-',
      from: at,
      to,
    })
    at = to
  }
  return terms
}

/** The text of a query with these terms. */
export function writeQuery(terms: readonly Pick<Term, 'field' | 'value' | 'negated'>[]): string {
  return terms
    .map(
      ({ field, value, negated }) =>
        `${negated ? '-' : ''}${field ? `${field}:` : ''}${quotedWhereNeeded(value, field)}`,
    )
    .join(' ')
}

function unquoted(written: string): string {
  if (!written.startsWith('"')) return written
  const end = /^"(?:[^"\\]|\\.)*"$/.test(written) ? -1 : undefined
  return written.slice(1, end).replace(/\\(.)/gs, '$1')
}

function quotedWhereNeeded(value: string, field: QueryField | undefined): string {
  const isPlain = field
    ? /^[^\s"]\S*$/.test(value)
    : /^[^\s"-]\S*$/.test(value) && parseQuery(value)[0]?.field === undefined
  return isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

type Test = (row: Row) => boolean

/** A test for the rows that fulfil all terms. A term without a value, as while one types, is fulfilled by every row. */
export function matcherOf(terms: readonly Term[]): Test {
  const tests = terms.filter(({ value }) => value !== '').map(testOf)
  return (row) => tests.every((test) => test(row))
}

function testOf({ field, value, negated }: Term): Test {
  const textsOf = field === undefined ? allTextsOf : textsOfField[field]
  const matches = field === 'status' ? statusTest(value) : patternOf(value)
  return (row) => textsOf(row).some(matches) !== negated
}

/** A test for texts that contain a value. With `*`, which stands for any letters, it is the whole text that must fit. */
function patternOf(value: string): (text: string) => boolean {
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  if (!value.includes('*') || /^\*+$/.test(value)) {
    const pattern = new RegExp(literal(value.replace(/^\*+$/, '')), 'i')
    return (text) => pattern.test(text)
  }
  return globOf(value.toLowerCase().split('*'))
}

/** Judges in one pass over the text, however many stars there are: a regular expression would go back and forth. */
function globOf(parts: string[]): (text: string) => boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop() ?? ''
  return (given) => {
    const text = given.toLowerCase()
    if (!text.startsWith(first) || !text.endsWith(last)) return false
    const end = text.length - last.length
    let at = first.length
    for (const part of rest) {
      const found = text.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return at <= end
  }
}

function statusTest(value: string): (status: string) => boolean {
  const family = /^([1-5])xx$/i.exec(value)?.[1]
  const wanted = value.toLowerCase()
  if (family) return (status) => status.length === 3 && status.startsWith(family)
  return (status) => status === wanted
}

function requestsOf(row: Row): readonly RequestEntry[] {
  return row.kind === 'event' ? row.requests : row.kind === 'request' ? [row.request] : []
}

/** Statuses of requests and of receivers' answers, and the words `delivered`, `retrying`, `abandoned`, `quiet`, `refused`. */
function statusesOf(row: Row): string[] {
  if (row.kind === 'notice') return ['notice']
  if (row.kind === 'request')
    return [String(row.request.status), ...(row.request.status >= 400 ? ['refused'] : [])]
  const answered = row.attempts.flatMap(({ status }) => (status === undefined ? ['none'] : [String(status)]))
  return [stateOf(row), ...row.requests.map(({ status }) => String(status)), ...answered]
}

/** The deliveries of an event with their webhooks and URLs, as the journal and the store tell them. */
function knownDeliveriesOf({ attempts, stored }: EventRow) {
  const known = stored?.deliveries.map(({ id, webhook, url = '' }) => ({
    deliveryId: id,
    webhookId: webhook,
    url,
  }))
  return [...attempts, ...(known ?? [])]
}

/** The texts of a row by which each field finds it. */
const textsOfField: Record<QueryField, (row: Row) => readonly string[]> = {
  type: (row) => (row.kind === 'event' ? [row.type] : []),
  status: statusesOf,
  webhook: (row) =>
    row.kind === 'event'
      ? knownDeliveriesOf(row).flatMap(({ webhookId, url }) => [webhookId, url])
      : requestsOf(row).flatMap(({ webhook }) => webhook ?? []),
  key: (row) =>
    requestsOf(row)
      .flatMap(({ key, mode }) => [key?.id, key?.name, mode])
      .filter((text) => text !== undefined),
  id: idsOf,
  session: (row) => requestsOf(row).flatMap(({ session }) => session ?? []),
}

function idsOf(row: Row): string[] {
  if (row.kind === 'event')
    return [row.id, ...knownDeliveriesOf(row).flatMap(({ deliveryId, webhookId }) => [deliveryId, webhookId])]
  const named = requestsOf(row).flatMap(({ event, webhook, path }) => [event ?? '', webhook ?? '', path])
  return [row.id, ...named]
}

/** All texts of a row, for free text. Most are asked for once for each query, so they are not kept. */
function allTextsOf(row: Row): string[] {
  if (row.kind === 'notice') return [row.notice.code, row.notice.message]
  const requests = requestsOf(row).flatMap(({ method, path, body, answer, refusal, fault }) => [
    `${method} ${path}`,
    body ?? '',
    answer ?? '',
    refusal?.message ?? '',
    fault ?? '',
  ])
  if (row.kind === 'request') return requests
  const attempts = row.attempts.flatMap(({ url, body, answer, error, fault }) => [
    url,
    body,
    answer?.body ?? '',
    error ?? '',
    fault ?? '',
  ])
  const stored = row.stored ? [JSON.stringify(row.stored.event)] : []
  return [row.id, row.type, ...requests, ...attempts, ...stored]
}
