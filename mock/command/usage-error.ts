/** A command line that is wrong, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
