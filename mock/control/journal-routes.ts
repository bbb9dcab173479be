import type { Answer } from '../http/answer'
import { invalidRequest } from '../http/refusal'
import type { Journal, JournalEntry } from '../journal/journal'
import { ControlAnswer, type ControlRoutes } from './route'

// A reader that falls behind by more entries than this is cut off. It reconnects and asks for the missing ones.
const longestBacklog = 2_000

/** Shows the journal as one JSON document or, to clients that accept `text/event-stream`, as a stream of entries. */
export const journalRoutes: ControlRoutes = {
  async 'GET /journal'({ headers, query }, { journal }) {
    const after = position(headers.get('last-event-id') ?? query.get('after'))
    const accept = headers.get('accept') ?? ''
    if (accept.includes('text/event-stream')) return new ControlAnswer(streamed(journal, after))
    await journal.settled()
    return { data: journal.entries(after), dropped: journal.dropped }
  },
}

function position(written: string | null): number {
  if (written === null) return 0
  if (/^\d{1,15}$/.test(written)) return Number(written)
  throw invalidRequest('after must be the number of an entry.', 'after')
}

function streamed(journal: Journal, after: number): Answer {
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
        // A server sends the headers of an answer with its first bytes, so a comment goes first.
        controller.enqueue(encoder.encode(': journal\n\n'))
        for (const entry of journal.entries(after)) send(entry)
        stop = journal.follow((entry) => {
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
