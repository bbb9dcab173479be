import { refuseValue } from '../errors/refuse'

// PostgreSQL cuts longer names off, so that two of them may become one.
const possible = /^[\p{L}_][\p{L}\p{N}_$-]{0,47}$/u

/** Checks the name of a schema. Refuses one that PostgreSQL would cut off, or that a reader would take for something else. */
export const checkSchemaName = (name: unknown): string =>
  typeof name === 'string' && possible.test(name) && new TextEncoder().encode(name).length < 56
    ? name
    : refuseValue('schema', name, 'give a name of up to 48 letters, digits, _ and -.')

/** A name as it stands in a statement. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text as it stands in a statement. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`
