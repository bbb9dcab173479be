import type { Row } from '../store/row'
import { parseQuery, type QueryField, queryFields, type Term, writeQuery } from './query'

/** A way to go on with a query. */
export interface Completion {
  /** The text that replaces the term at the caret. A field ends with its colon, a value is whole. */
  text: string
  /** The meaning of the completion. The text may come from outside. */
  hint: string
}

/** Values that a field can have, each with what it means. */
type Facts = Partial<Record<QueryField, readonly Completion[]>>

const hints: Record<QueryField, string> = {
  type: 'type of the event, * for any letters',
  status: 'delivered, retrying, refused, 503, 4xx',
  webhook: 'id or URL of a webhook',
  key: 'name or id of an API key',
  id: 'id of an event, a delivery or a webhook',
  session: 'shows another session',
}

/** The values of `status:` that are words. */
const statusWords: readonly Completion[] = [
  { text: 'delivered', hint: 'every receiver has accepted' },
  { text: 'retrying', hint: 'a delivery failed and is tried again' },
  { text: 'abandoned', hint: 'a delivery is not tried again' },
  { text: 'quiet', hint: 'no attempt was made' },
  { text: 'refused', hint: 'the request was refused' },
  { text: '4xx', hint: 'the mock or a receiver answered so' },
  { text: '5xx', hint: 'the mock or a receiver answered so' },
]

const most = 8

/** The term that the caret touches, if it touches one. */
export function termAt(text: string, caret: number): Term | undefined {
  return parseQuery(text).find(({ from, to }) => from < caret && caret <= to)
}

/** The completions of the term at the caret: fields, or values of its field. */
export function completionsFor(text: string, caret: number, facts: Facts): Completion[] {
  const term = termAt(text, caret)
  const sign = term?.negated ? '-' : ''
  if (term?.field === undefined) {
    const begun = (term?.value ?? '').toLowerCase()
    return queryFields
      .filter((field) => field.startsWith(begun))
      .map((field) => ({ text: `${sign}${field}:`, hint: hints[field] }))
  }
  const { field, negated } = term
  const begun = term.value.toLowerCase()
  return (facts[field] ?? [])
    .filter((fact) => `${fact.text} ${fact.hint}`.toLowerCase().includes(begun))
    .slice(0, most)
    .map((fact) => ({ text: writeQuery([{ field, negated, value: fact.text }]), hint: fact.hint }))
}

/** The query in which a completion has replaced the term at the caret, and where the caret goes. */
export function completed(
  text: string,
  caret: number,
  { text: put }: Completion,
): { text: string; caret: number } {
  const { from, to } = termAt(text, caret) ?? { from: caret, to: caret }
  // A value is finished, and the next term begins after a space. A field goes on with its value.
  const end = put.endsWith(':') ? '' : ' '
  const before = text.slice(0, from) + put + end
  return { text: before + text.slice(to).replace(/^\s+/, ''), caret: before.length }
}

/** The session that a query names, and the query without its terms `session:`. */
export function takeSession(text: string): { session?: string; rest: string } {
  const terms = parseQuery(text)
  const session = terms
    .filter(({ field, negated, value }) => field === 'session' && !negated && value !== '')
    .at(-1)
  if (!session) return { rest: text }
  return { session: session.value, rest: writeQuery(terms.filter((term) => term !== session)) }
}

// So many of the newest rows are asked for values: more would take longer than a key stroke.
const asked = 2_000

/** The values that the rows have, the newest first. */
export function factsOf(rows: readonly Row[], sessions: readonly (string | null)[]): Facts {
  const types = new Map<string, Completion>()
  const webhooks = new Map<string, Completion>()
  const keys = new Map<string, Completion>()
  const ids = new Map<string, Completion>()
  for (let at = rows.length - 1; at >= Math.max(0, rows.length - asked); at--) {
    const row = rows[at] as Row
    if (row.kind === 'notice') continue
    if (row.kind === 'event') {
      put(types, row.type, 'event type')
      put(ids, row.id, row.type)
      for (const { webhookId, url } of row.attempts) put(webhooks, webhookId, url)
    }
    for (const { key } of row.kind === 'event' ? row.requests : [row.request]) {
      if (key) put(keys, key.name === '' ? key.id : key.name, key.id)
    }
  }
  return {
    type: [...types.values()],
    status: statusWords,
    webhook: [...webhooks.values()],
    key: [...keys.values()],
    id: [...ids.values()],
    session: sessions.flatMap((name) => (name === null ? [] : [{ text: name, hint: 'session' }])),
  }
}

function put(facts: Map<string, Completion>, text: string, hint: string): void {
  if (!facts.has(text)) facts.set(text, { text, hint })
}
