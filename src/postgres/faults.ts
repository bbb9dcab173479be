import { TimeoutError } from '../errors/request-errors'

/** What an error of a database says. */
export interface DatabaseFault {
  /** What is wrong, as a clause: `the database cannot be reached`. */
  what: string
  /** The words of the driver or of PostgreSQL, and the code. */
  text: string
  /** Whether the database cannot be reached at all. */
  isAway: boolean
}

const away = 'the database cannot be reached'

// Codes of PostgreSQL, or the classes that they begin with, and codes of Node. The first that fits counts.
const meanings: readonly [codes: RegExp, what: string][] = [
  [/^(08|57P0[1-5]|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE)/, away],
  [/^53300/, 'the database has no connection left'],
  [/^28/, 'the database refuses the login'],
  [/^3D/, 'the server has no such database'],
  [/^42501/, 'the database denies a right'],
  [/^(42P01|3F000)/, 'the database lacks a table'],
  [/^42/, 'the database refuses a statement'],
  [/^22/, 'the database refuses a value'],
  [/^23/, 'a constraint of the database refuses a row'],
  [/^25006/, 'the database takes no writes, as a standby does'],
  [/^25P03/, 'the database ended a transaction that was left unused'],
  [/^25/, 'a transaction of the database is in the wrong state'],
  [/^40/, 'the database gave a transaction up in favour of another one'],
  [/^53/, 'the database has run out of a resource'],
  [/^54/, 'a statement exceeds a limit of the database'],
  [/^55P03/, 'a lock of the database was not free in time'],
  [/^57014/, 'the database cancelled a statement'],
  [/^(58|XX)/, 'the database has failed within itself'],
  [/^[0-9A-Z]{5}$/, 'the database answers with an error'],
]

// The drivers have no code for these.
const broken = /connection (terminated|timeout|ended|closed)|timeout exceeded when trying to connect/i

/** Tells an error of a database as what it is. */
export function faultOf(error: unknown): DatabaseFault {
  const { code, message, errors } = Object(error) as { code?: unknown; message?: string; errors?: Error[] }
  const known = typeof code === 'string' ? code : ''
  // A refused connection to a host with several addresses has an error for each, and no message of its own.
  const said = message || errors?.[0]?.message || known || String(error)
  const meaning = meanings.find(([codes]) => codes.test(known))?.[1]
  const unnamed =
    error instanceof TimeoutError ? 'the database does not answer' : 'the database cannot be used'
  const what = meaning ?? (broken.test(said) ? away : unnamed)
  return { what, text: known && !said.includes(known) ? `${said} (${known})` : said, isAway: what === away }
}
