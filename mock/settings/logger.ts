/**
 * Where the backend reports what it does. Any part may be left out. The console fits.
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
