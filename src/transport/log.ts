import { given } from '../errors/printable'
import type { Redact } from './redaction'

/** The levels of the log, from the least to the most serious. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** The fields of a line of the log, beside its message. */
export type LogFields = Record<string, string | number | null | undefined>

/**
 * A log: `console`, winston and their like, which get a message and its fields, or pino and bunyan, which get the fields first. It gets
 * the lines of its own `level` and above: `warn` where it has none, every line where the level is no text, as that of bunyan.
 * `EVENT_DELIVERY_LOG` overrides that level and, where no logger was given, logs to the console.
 */
export interface Logger extends Record<LogLevel, (message: string, fields?: LogFields) => void> {
  /** The least serious level that the logger wants. */
  level?: unknown
}

/** Writes a line to the log, redacted. Fields that are costly are given as a function, which is called where the line is written. */
export interface Log {
  (level: LogLevel, message: string, fields?: LogFields | (() => LogFields)): void
  /** Whether no line is written, so that nobody needs to make one. */
  readonly isOff?: boolean
}

// From the least to the most serious, each with the names that loggers have for it. Nothing is logged at the last one.
const levels = [
  /^(debug|trace|verbose|silly|http|all)$/i,
  /^(info|notice)$/i,
  /^warn(ing)?$/i,
  /^error$/i,
  /^(off|silent|none|fatal)$/i,
]
const rankOf = (level: string) => levels.findIndex((names) => names.test(level))

/** Makes the log. A level that is none is reported once, and counts as `warn`. */
export function createLog(logger: Logger | undefined, wanted: string | undefined, redact: Redact): Log {
  const target = logger ?? (wanted ? console : undefined)
  const own = logger?.level ?? 'warn'
  const level = wanted || own
  const rank = typeof level === 'string' ? rankOf(level) : 0
  const threshold = rank < 0 ? rankOf('warn') : rank
  // A message before its fields would make pino and bunyan drop or flatten them.
  const takesFieldsFirst = target && ('bindings' in target || 'addStream' in target)

  const log: Log = (of, message, fields = {}) => {
    if (!target || rankOf(of) < threshold) return
    const text = JSON.stringify(typeof fields === 'function' ? fields() : fields, (_, value: unknown) =>
      typeof value === 'string' ? redact(value) : value,
    )
    const line = [`[event-delivery] ${redact(message)}`, JSON.parse(text)]
    // A logger that throws or rejects must not fail the call that it is told of.
    const write = async () => target[of](...((takesFieldsFirst ? line.reverse() : line) as [string]))
    write().catch(() => {})
  }
  if (rank < 0) {
    const source = wanted ? 'EVENT_DELIVERY_LOG' : 'The level of the logger'
    log('warn', `${source} is ${given(level)}, and counts as warn: set debug, info, warn, error or off.`)
  }
  return Object.assign(log, { isOff: !target })
}
