/**
 * A text as it reads once it is decoded. The letter at `index` stands for the part of the original text from `at[index]`
 * to `at[index + 1]`, so that what is found here can be replaced there.
 */
export interface View {
  text: string
  at: readonly number[] | undefined
}

/** Stands where a value ends: at a quotation mark of JSON, or at a separator of a form. No key holds this letter. */
const boundary = '\n'

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** The original text itself. */
export function viewOf(text: string): View {
  return { text, at: undefined }
}

/** The range of the original text that a range of a view stands for. */
export function rangeIn({ at }: View, start: number, end: number): [start: number, end: number] {
  return at ? [at[start] ?? 0, at[end] ?? 0] : [start, end]
}

/** The values of a JSON text, whole or cut off, or of texts with such escapes. */
export function asJson(view: View): View {
  return decoded(view, /\\u[\da-f]{4}|\\[^]|"/gi, (found) => {
    if (found === '"') return boundary
    if (found.length === 6) return String.fromCharCode(parseInt(found.slice(2), 16))
    return escapes[found[1] ?? ''] ?? found[1] ?? ''
  })
}

/**
 * The values of a form or of a query. A plus sign stays one, because secrets hold it, and do not hold a space. Marks of
 * JSON end a value, too: these texts have them only where they are no form.
 */
export function asForm(view: View): View {
  return decoded(view, /%[\da-f]{2}|[&"\\]/gi, (found) =>
    found.length === 1 ? boundary : String.fromCharCode(parseInt(found.slice(1), 16)),
  )
}

/** The values of a list that separates them by semicolons, as cookies do. */
export function asCookies(view: View): View {
  return decoded(view, /;/g, () => boundary)
}

function decoded(view: View, pattern: RegExp, letterFor: (found: string) => string): View {
  const { text, at: before } = view
  const at: number[] = []
  const parts: string[] = []
  let from = 0
  const keep = (end: number) => {
    parts.push(text.slice(from, end))
    for (let index = from; index < end; index++) at.push(before ? (before[index] as number) : index)
  }
  for (const { 0: found, index } of text.matchAll(pattern)) {
    keep(index)
    at.push(before ? (before[index] as number) : index)
    parts.push(letterFor(found))
    from = index + found.length
  }
  keep(text.length)
  at.push(before ? (before[text.length] as number) : text.length)
  return { text: parts.join(''), at }
}
