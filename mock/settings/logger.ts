/**
 * A logger that the backend reports its work to. Each method may be left out. The console fits.
 *
 * @example
 * const backend = createBackend({ logger: console })
 */
export interface Logger {
  debug?(message: string): void
  info?(message: string): void
  warn?(message: string): void
  error?(message: string, cause?: unknown): void
}
