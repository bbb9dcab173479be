import type { Answer } from '../http/answer'
import { invalidRequest } from '../http/refusal'
import type { JournalEntry, RecordOfState } from '../journal/journal'
import { ControlAnswer, type ControlRoutes } from './control'

// A reader that lags behind by so many entries is cut off: it comes back and asks for what it missed.
const longestBacklog = 2_000

/** The journal as one JSON document or, for who accepts `text/event-stream`, as it grows. */
export function journalRoutes(): ControlRoutes {
  return {
    'GET /journal'({ headers, query }, { record }) {
      const after = position(headers.get('last-event-id') ?? query.get('after'))
      const accept = headers.get('accept') ?? ''
      if (!accept.includes('text/event-stream')) return { data: record.entries(after) }
      return new ControlAnswer(streamed(record, after))
    },
  }
}

function position(written: string | null): number {
  if (written === null) return 0
  if (/^\d{1,15}$/.test(written)) return Number(written)
  throw invalidRequest('after must be the number of an entry.', 'after')
}

function streamed(record: RecordOfState, after: number): Answer {
  const encoder = new TextEncoder()
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (entry: JournalEntry) => controller.enqueue(encoder.encode(eventOf(entry)))
        const end = () => {
          stop()
          controller.close()
        }
        // Answers begin with their first bytes.
        controller.enqueue(encoder.encode(': journal\n\n'))
        for (const entry of record.entries(after)) send(entry)
        stop = record.follow((entry) => {
          if ((controller.desiredSize ?? 0) < -longestBacklog) end()
          else send(entry)
        }, end)
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  )
  return { status: 200, headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }, body }
}

function eventOf(entry: JournalEntry): string {
  return `id: ${entry.number}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`
}
