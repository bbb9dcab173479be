import type { JournalEntry } from '../../journal/journal'

/** The news of a stream of the journal, in the order in which they come. */
export interface JournalNews {
  /** The stream tells which journal it is of, at its begin. Numbers of entries mean something within one. */
  journal(id: string): void
  /** All entries from before are gone. The journal has a new id. */
  cleared(id: string): void
  entries(entries: readonly JournalEntry[]): void
}

/** Reads the server-sent events of the journal to the end of the stream. Entries that come together are told together. */
export async function readJournal(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>,
  news: JournalNews,
): Promise<void> {
  const decoder = new TextDecoder()
  // Pieces of an event whose end has not come. They are joined once, because an entry can come in hundreds of chunks.
  let pieces: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const text = decoder.decode(value, { stream: true })
    const isBorder = text.startsWith('\n') && (pieces.at(-1) ?? '').endsWith('\n')
    pieces.push(text)
    if (!isBorder && !text.includes('\n\n')) continue
    const events = pieces.join('').split('\n\n')
    pieces = [events.pop() ?? '']
    tell(events, news)
  }
}

function tell(events: readonly string[], news: JournalNews): void {
  let entries: JournalEntry[] = []
  const tellEntries = () => {
    if (entries.length > 0) news.entries(entries)
    entries = []
  }
  for (const event of events) {
    const data = valueOf(event, 'data')
    if (data === undefined) continue
    const name = valueOf(event, 'event')
    if (name !== 'journal' && name !== 'cleared') {
      entries.push(JSON.parse(data) as JournalEntry)
      continue
    }
    tellEntries()
    news[name]((JSON.parse(data) as { id: string }).id)
  }
  tellEntries()
}

function valueOf(event: string, field: string): string | undefined {
  const line = event.split('\n').find((each) => each.startsWith(`${field}: `))
  return line?.slice(field.length + 2)
}
