import { fromJson } from '../transport/json'
import type { Lack } from '../transport/plan'
import type { PageFields } from './page'

/**
 * Says whether a value has the fields that callers rely on. To check whole schemas would cost 10 kB, and is what the conformance suite
 * does. `lack` gets the name of the first field that is missing.
 */
export type Guard = (value: unknown, lack?: Lack) => boolean

/** Holds for a record in which all these fields are text, and which has the field `other` too, if one is named. */
export const hasText =
  (names: readonly string[], other?: string): Guard =>
  (value, lack) => {
    const fields = Object(value) as Record<string, unknown>
    let missing: string | undefined
    for (const name of names) if (typeof fields[name] !== 'string') missing ??= name
    if (other !== undefined && !(other in fields)) missing ??= other
    if (missing) lack?.(missing)
    return !missing
  }

/** Parses a record. `undefined` where the text is none. */
export const parseRecord =
  <T>(isRecord: Guard) =>
  (text: string, lack?: Lack): T | undefined => {
    const value = fromJson(text)
    return isRecord(value, lack) ? (value as T) : undefined
  }

/** Parses a page of records. `undefined` where the text is none. */
export const parsePage = <T>(isRecord: Guard) =>
  parseRecord<PageFields<T>>((value, lack) => {
    const { data, hasMore, nextCursor } = Object(value) as Partial<PageFields<unknown>>
    const leadsOn = typeof nextCursor === 'string' && nextCursor !== ''
    if (!Array.isArray(data)) lack?.('data')
    else if (data.every((item) => isRecord(item, lack))) {
      if (hasMore === false || (hasMore === true && leadsOn)) return true
      lack?.(hasMore === true ? 'nextCursor' : 'hasMore')
    }
    return false
  })
