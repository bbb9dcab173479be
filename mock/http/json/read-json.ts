import { JsonFault, type JsonNode, lineAndColumn, parseJsonText } from '../../../src/core/json-text'
import { messageAt } from './json-mistakes'

/** The place at which a text stops being JSON. */
export interface JsonError {
  /** Letters of the text before the place. */
  offset: number
  /** From 1. */
  line: number
  /** From 1, in letters of the line. */
  column: number
  /** The reason in a plain sentence, and what would be right. */
  message: string
}

/** The result of reading a text: its value, or the place of its first error. */
export type JsonReading = { node: JsonNode; error?: undefined } | { node?: undefined; error: JsonError }

/**
 * Reads a text as `JSON.parse` does, but keeps every value as it was written and says in plain words where and why a text is no JSON.
 *
 * @example
 * const { node, error } = readJson('{"type": order.paid}')
 * console.log(error?.line, error?.column, error?.message)
 */
export function readJson(text: string): JsonReading {
  try {
    return { node: parseJsonText(text) }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const { at, wanted } = error
    return { error: { offset: at, ...lineAndColumn(text, at), message: messageAt(text, at, wanted) } }
  }
}
