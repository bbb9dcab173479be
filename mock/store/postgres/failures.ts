import { StoreLoginError, StoreUnavailableError } from '../store-errors'

// Conditions of the server that pass by themselves, by the beginning of their SQLSTATE: lost connections, an operator's
// intervention such as a restart, too many connections, a server that only reads for now, as a standby that is about to
// take over, transactions that took longer than the server permits, and errors of its machine, such as a disk that fails.
const passing = ['08', '57P', '53300', '53400', '25006', '25P03', '25P04', '58']
const [cancelled, lockNotAvailable, diskFull, outOfMemory] = ['57014', '55P03', '53100', '53200']
// Refused logins and a missing database. They pass as well where a database is being restored.
const login = ['28', '3D000']
// Failures of which each tells that nothing was done: a server that only reads, a transaction in the way, too many connections, a server
// that starts or stops, a refused connection, a name that is not found, and a pool that had no connection in time or was ended.
const nothingDone = /^(25006|40001|40P01|53300|57P03|ECONNREFUSED|ENOTFOUND|EAI_\w+)$/
const withoutConnection =
  /timeout exceeded when trying to connect|Connection terminated due to connection timeout|Cannot use a pool/i
// A prepared statement that is unknown, or known already: another client has had the connection meanwhile.
const unprepared = ['26000', '42P05']
// The driver has no code for a server that wants a password where it was given none.
const wantsPassword = /password must be a string/
// Another transaction was in the way. Nothing was done, so that the statement may be repeated.
const collisions = ['40001', '40P01']
const broken =
  /Connection terminated|connection timeout|timeout exceeded|read timeout|not queryable|Cannot use a pool|was closed/i
const network = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|EADDRNOTAVAIL|ENOENT|ERR_SSL|ERR_TLS)/
// Codes of OpenSSL and Node for a certificate that does not verify. Nothing is sent to a server that nobody vouches for.
const untrusted = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/

const gaveUp =
  'The database gave the work up, because it took longer than its operator permits or waited for a lock.'
const noRoom = 'The database has no room for this.'
// The messages for clients. Those of the server stay in the log, because they may name tables and files.
const reasons = new Map([
  [cancelled, gaveUp],
  [lockNotAvailable, gaveUp],
  [diskFull, noRoom],
  [outOfMemory, noRoom],
])

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether the statement may be repeated at once, because another transaction made it fail and nothing was done. */
export function isCollision(error: unknown): boolean {
  return collisions.includes(codeOf(error))
}

/** Whether a statement was given up because a table or a lock stayed in use. */
export function isLocked(error: unknown): boolean {
  return (
    codeOf(error) === lockNotAvailable || (error instanceof Error && codeOf(error.cause) === lockNotAvailable)
  )
}

/** Whether the server refused the values of a statement: classes 22, data exceptions, and 23, constraints. */
export function isRefusal(error: unknown): boolean {
  return /^2[23][0-9A-Z]{3}$/.test(codeOf(error))
}

/** The failure as a user of a store sees it. A mistake in a statement stays what it is. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error
  const code = codeOf(error)
  if (login.some((begin) => code.startsWith(begin)) || wantsPassword.test(error.message)) {
    return new StoreLoginError(loginMessage(error), { cause: error, sent: false })
  }
  if (unprepared.includes(code)) {
    const advice =
      'A pooler in transaction mode keeps no prepared statements: give prepare: false (--no-prepare).'
    return new Error(`${advice} PostgreSQL says: ${error.message}.`, { cause: error })
  }
  const reason = reasons.get(code)
  if (reason !== undefined) {
    // PostgreSQL panics when the disk has no room for its write-ahead log. The commit may have been written before.
    const sent = (error as { severity?: unknown }).severity === 'PANIC'
    const message = `PostgreSQL gave the statement up: ${error.message}.`
    return new StoreUnavailableError(message, { cause: error, sent, reason })
  }
  if (untrusted.test(code)) {
    const advice = 'Name its authority in the URL (sslrootcert=FILE), and the host as the certificate does.'
    const message = `The certificate of PostgreSQL is not trusted: ${error.message}. ${advice}`
    return new StoreUnavailableError(message, { cause: error, sent: false })
  }
  const isState = /^[0-9A-Z]{5}$/.test(code)
  const passes = isState ? passing.some((begin) => code.startsWith(begin)) : network.test(code)
  if (!passes && !isCollision(error) && !broken.test(error.message)) return error
  return new StoreUnavailableError(`PostgreSQL cannot be reached for now: ${error.message || code}.`, {
    cause: error,
    sent: !isUndone(error),
  })
}

/** Whether a failure tells for certain that nothing was done. A connection that breaks off tells nothing of the kind. */
function isUndone(error: Error): boolean {
  const { syscall } = error as { syscall?: unknown }
  return syscall === 'connect' || nothingDone.test(codeOf(error)) || withoutConnection.test(error.message)
}

function loginMessage(error: Error): string {
  if (codeOf(error) === '3D000')
    return `PostgreSQL refuses the login: ${error.message}. Create the database, or name another.`
  const reason = wantsPassword.test(error.message) ? 'it wants a password, and none was given' : error.message
  return (
    `PostgreSQL refuses the login: ${reason}. Check the user and the password, which come from the URL, or from PGUSER ` +
    'and PGPASSWORD or PGPASSFILE.'
  )
}
