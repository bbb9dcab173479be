/**
 * A JSON value as it was written. Numbers keep their digits and objects their repeated names, which `JSON.parse` would both
 * lose: two payloads that differ in them are signed differently.
 */
export type JsonNode = JsonObject | JsonArray | JsonScalar

/** A member of an object: its name, and its value. */
export type JsonMember = readonly [name: string, value: JsonNode]

export interface JsonObject {
  kind: 'object'
  members: readonly JsonMember[]
}

export interface JsonArray {
  kind: 'array'
  items: readonly JsonNode[]
}

export interface JsonScalar {
  kind: 'scalar'
  /** A number as it was written, a string with as few escapes as JSON permits, or `true`, `false`, `null`. */
  text: string
}

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
