import type { Redactor } from './redaction'

/** The levels of the log, from the least to the most serious. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** What a line of the log tells besides its message. */
export type LogFields = Record<string, string | number | null | undefined>

/**
 * Where the client reports to: `console`, or any logger with these methods. Its own `level`, where it has one, says what it
 * wants; else it is `warn`. `EVENT_DELIVERY_LOG` overrides both and, where no logger was given, logs to the console.
 */
export interface Logger extends Record<LogLevel, (message: string, fields?: LogFields) => void> {
  level?: string
}

/** Writes a line, redacted. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void

// In this order, so that the place of a level is its rank.
const levels = 'trace debug info warn error'

export function createLog(logger: Logger | undefined, wanted: string | undefined, redact: Redactor): Log {
  const target = logger ?? (wanted ? console : undefined)
  // A level that is none, such as `off`, silences.
  const threshold = levels.indexOf(wanted || logger?.level || 'warn')
  return (level, message, fields = {}) => {
    if (!target || threshold < 0 || levels.indexOf(level) < threshold) return
    const text = JSON.stringify(fields, (_, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    )
    // What a logger throws, or rejects with, is no matter of the call that it tells of.
    const write = async () =>
      target[level](`[event-delivery] ${redact(message)}`, JSON.parse(text) as LogFields)
    write().catch(() => {})
  }
}
