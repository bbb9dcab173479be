/**
 * A logger that the backend reports its work to. Each method may be left out. The console fits.
 *
 * @example
 * const backend = createBackend({ logger: console })
 */
export interface Logger {
  /** The backend does not call it. */
  debug?(message: string): void
  /** Takes a line on what goes as it should, such as a delivery. */
  info?(message: string): void
  /** Takes a line on what a user should know: an attempt that failed, a notice, and with Prism what breaks the document. */
  warn?(message: string): void
  /** Takes a line on what the backend could not do, and the error behind it. */
  error?(message: string, cause?: unknown): void
}
