import type { Paint } from '../../src/core/commands/paint'
import { excerpt, visible } from '../../src/core/visible'
import type { EntryOutline, JournalEntry } from '../journal/journal'
import { entryJson, type Level, levelOf, type LogLine } from './entry-json'
import { entryLine } from './entry-line'
import type { Output } from './output'
import type { LogForm } from './flags'

/** The log of the command: a line for each request, each delivery, and whatever else has to be said. */
export type Log = ReturnType<typeof createLog>

/** The form of a log. */
export interface LogOptions {
  form: LogForm
  /** Whether to write warnings and errors alone. */
  quiet: boolean
  /** Whether successful requests and deliveries have lines, too. Each line costs time, so they are left out where nobody watches the output. */
  successes: boolean
  paint: Paint
}

/** Makes a log that writes to `output`. */
export function createLog(output: Output, { form, quiet, successes, paint }: LogOptions) {
  const counts = { requests: 0, refused: 0, deliveries: 0, undelivered: 0 }
  const writeJson = (line: LogLine) => write(visible(JSON.stringify(line)))

  function write(line: string): void {
    const missed = output.takeMissed()
    if (missed > 0) say('warn')(`${counted(missed, 'line')} of the log left out, because nothing read them.`)
    output.write(line)
  }

  const say = (level: Level) => (message: string, cause?: unknown) => {
    if (quiet && level === 'info') return
    const whole =
      cause === undefined
        ? message
        : `${message} ${cause instanceof Error ? String(cause) : JSON.stringify(cause)}`
    if (form === 'json') writeJson({ kind: 'message', level, message: whole })
    else write(excerpt(whole, 2_000))
  }

  function count(entry: EntryOutline): void {
    if (entry.kind === 'request') {
      counts.requests++
      if (entry.status >= 400) counts.refused++
    } else if (entry.kind === 'delivery') {
      counts.deliveries++
      if (entry.outcome !== 'delivered') counts.undelivered++
    }
  }

  const isWanted = (entry: EntryOutline) => {
    if (quiet) return levelOf(entry) !== 'info'
    return successes || !isSuccess(entry)
  }

  return {
    /** Takes the logger's messages. */
    logger: { info: say('info'), warn: say('warn'), error: say('error') },
    /** Counts an entry, and says whether the log has a line for it. It is asked once for each. */
    wants(entry: EntryOutline): boolean {
      count(entry)
      return isWanted(entry)
    },
    /** Writes the line of an entry of the journal. `session` is `null` for the main state. */
    entry(entry: JournalEntry, session: string | null): void {
      if (!isWanted(entry)) return
      if (form === 'json') writeJson(entryJson(entry, session))
      else write(entryLine(entry, session, paint))
    },
    /** Writes how many requests and deliveries there were. */
    end(): void {
      if (quiet) return
      const { requests, refused, deliveries, undelivered } = counts
      if (form === 'json') return writeJson({ kind: 'end', level: 'info', ...counts })
      const sent = `${counted(deliveries, 'attempt')} to deliver (${undelivered} without success)`
      write(`Stopped after ${counted(requests, 'request')} (${refused} refused) and ${sent}.`)
    },
  }
}

/** Whether a request was answered as it was meant, or a delivery came through. A notice is no success: it tells something. */
function isSuccess(entry: EntryOutline): boolean {
  if (entry.kind === 'request') return entry.status < 400
  return entry.kind === 'delivery' && entry.outcome === 'delivered'
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
