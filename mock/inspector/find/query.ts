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
  /** The place of the term in the text of the query: from the first letter to behind the last one. */
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
    : /^[^\s"-]\S*$/.test(value) && !/^(type|status|webhook|key|id|session):/i.test(value)
  return isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}
