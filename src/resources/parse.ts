import { fromJson } from '../transport/json'
import type { PageFields } from './page'

/**
 * Says whether a value has the fields that callers rely on. To check whole schemas would cost 10 kB, and is what the conformance suite
 * does.
 */
export type Guard = (value: unknown) => boolean

/** Holds for a record in which all these fields are text. */
export const hasText =
  (...names: string[]): Guard =>
  (value) =>
    names.every((name) => typeof (Object(value) as Record<string, unknown>)[name] === 'string')

/** Parses a record. `undefined` where the text is none. */
export const parseRecord =
  <T>(isRecord: Guard) =>
  (text: string): T | undefined => {
    const value = fromJson(text)
    return isRecord(value) ? (value as T) : undefined
  }

/** Parses a page of records. `undefined` where the text is none. */
export const parsePage = <T>(isRecord: Guard) =>
  parseRecord<PageFields<T>>((value) => {
    const { data, hasMore, nextCursor } = Object(value) as Partial<PageFields<unknown>>
    const leadsOn = typeof nextCursor === 'string' && nextCursor !== ''
    return Array.isArray(data) && data.every(isRecord) && (hasMore === false || (hasMore === true && leadsOn))
  })
