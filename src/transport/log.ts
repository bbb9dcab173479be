import type { Redactor } from './redaction'

/** The levels of the log, from the least to the most serious. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** The fields of a line of the log, beside its message. */
export type LogFields = Record<string, string | number | null | undefined>

/**
 * A log: `console`, or any logger with these methods. It gets the lines of its own `level` and above, `warn` where it has none.
 * `EVENT_DELIVERY_LOG` overrides that level and, where no logger was given, logs to the console.
 */
export interface Logger extends Record<LogLevel, (message: string, fields?: LogFields) => void> {
  level?: string | undefined
}

/** Writes a line to the log, redacted. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void

// From the least to the most serious, so that the index of a level is its rank.
const levels = ['trace', 'debug', 'info', 'warn', 'error']

export function createLog(logger: Logger | undefined, wanted: string | undefined, redact: Redactor): Log {
  const target = logger ?? (wanted ? console : undefined)
  // Any other level, such as `off` or `silent`, is not found, and silences the log.
  const threshold = levels.indexOf(wanted || logger?.level || 'warn')
  return (level, message, fields = {}) => {
    if (!target || threshold < 0 || levels.indexOf(level) < threshold) return
    const text = JSON.stringify(fields, (_, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    )
    // A logger that throws or rejects must not fail the call that it is told of.
    const write = async () =>
      target[level](`[event-delivery] ${redact(message)}`, JSON.parse(text) as LogFields)
    write().catch(() => {})
  }
}
