import type { Answer } from '../http/answer'
import { invalidRequest } from '../http/refusal'
import { harCreator, harEntry } from '../journal/har'
import type { Journal, JournalEntry } from '../journal/journal'
import { inTurns } from '../settings/turn'
import { objectOf } from './fields'
import { ControlAnswer, type ControlRoutes, json, route } from './route'
import { anyObject, count, listOf, named, text } from './schemas'
import { streamedJson } from './streamed-json'

const entry = { oneOf: [named('Request'), named('Attempt'), named('Notice')] }

/** Shows the journal as one JSON document or, to clients that accept `text/event-stream`, as a stream of entries. */
export const journalRoutes: ControlRoutes = {
  'GET /journal.har': route({
    title: 'Shows the journal as an HTTP Archive 1.2, without keys and secrets',
    answers: { 200: json(objectOf({ log: anyObject })) },
    async handle({ url }, { journal }) {
      await journal.settled()
      return archiveOf(journal, url)
    },
  }),
  'GET /journal': route({
    title: 'Shows the requests, attempts and notices of the journal, oldest first',
    more: 'Clients that accept `text/event-stream` get what is there and all that follows, as it comes',
    query: {
      'after?': {
        ...count,
        title: 'the number of an entry',
        description: 'Leaves out this entry and all before.',
      },
    },
    answers: {
      200: {
        ...json(objectOf({ data: listOf(entry), dropped: count, id: text })),
        'text/event-stream': text,
      },
    },
    async handle({ headers, query }, { journal }) {
      const asked = position(headers.get('last-event-id')) ?? query.after ?? 0
      // A larger number than was ever given comes from the journal of a mock that has been restarted since.
      const after = asked > journal.last ? 0 : asked
      const accept = headers.get('accept') ?? ''
      if (accept.includes('text/event-stream')) return new ControlAnswer(followed(journal, after))
      await journal.settled()
      return streamedJson({
        data: inTurns(entriesAfter(journal, after)),
        // A getter, because entries that are dropped while the others are being sent count as well.
        get dropped() {
          return journal.dropped
        },
        id: journal.id,
      })
    },
  }),
}

function position(written: string | null): number | undefined {
  if (written === null) return undefined
  if (/^\d{1,15}$/.test(written)) return Number(written)
  throw invalidRequest('Last-Event-ID must be the number of an entry.', 'Last-Event-ID')
}

/**
 * The journal as an HTTP Archive, which browsers and proxies open. It is made in turns of the event loop, so that a long journal blocks no
 * other request.
 */
async function archiveOf(journal: Journal, url: string): Promise<object> {
  const { origin } = new URL(url)
  const entries: object[] = []
  for await (const entry of inTurns(entriesAfter(journal, 0)))
    if (entry.kind !== 'notice') entries.push(harEntry(entry, origin))
  return { log: { version: '1.2', creator: harCreator, entries } }
}

/** The entries that are there now. They are made as they are read, so that a long journal blocks no other request. */
function* entriesAfter(journal: Journal, after: number): Generator<JournalEntry> {
  const { last } = journal
  let entry = journal.next(after)
  while (entry && entry.number <= last) {
    yield entry
    entry = journal.next(entry.number)
  }
}

/**
 * The entries as they come. A reader gets the next entry when it has taken the last one, so that no entries wait in memory for a slow
 * reader. Entries that the journal drops before the reader has read them are lost to it, and the numbers show the gap.
 */
function followed(journal: Journal, after: number): Answer {
  const encoder = new TextEncoder()
  let number = after
  let { id } = journal
  let isNew = true
  let wakeUp = () => {}
  let ended = false
  const stop = journal.follow(
    () => wakeUp(),
    () => {
      ended = true
      wakeUp()
    },
  )
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // A server sends the headers of an answer with its first bytes, so a comment goes first.
        if (isNew) {
          isNew = false
          controller.enqueue(encoder.encode(`: journal\n\n${nameOf('journal', journal)}`))
          return
        }
        let entry = journal.next(number)
        while (!entry && !ended && id === journal.id) {
          await new Promise<void>((resolve) => (wakeUp = resolve))
          entry = journal.next(number)
        }
        if (id !== journal.id) {
          // The entries shown before are gone. The numbers go on, so that the place in the stream stays.
          id = journal.id
          controller.enqueue(encoder.encode(nameOf('cleared', journal)))
          return
        }
        if (!entry) {
          stop()
          controller.close()
          return
        }
        number = entry.number
        controller.enqueue(encoder.encode(eventOf(entry)))
      },
      cancel: () => {
        ended = true
        stop()
        wakeUp()
      },
    },
    { highWaterMark: 0 },
  )
  return { status: 200, headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }, body }
}

/** The name of the journal with the number of its last entry, up to which a new reader reads what was there. By the name a reader that comes back sees whether its entries are still those of this journal. */
function nameOf(event: 'journal' | 'cleared', { id, last }: Journal): string {
  return `event: ${event}\ndata: ${JSON.stringify({ id, last })}\n\n`
}

function eventOf(entry: JournalEntry): string {
  return `id: ${entry.number}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`
}
