import type { JournalEntry } from '../../journal/journal'
import type { Control } from '../transport/control'

/** The state of the stream of the journal. `absent` means that the mock has no such session, and `waiting` that it wants a token. */
export type Link = 'connecting' | 'live' | 'lost' | 'absent' | 'waiting'

/** The parts that a feed works with. */
interface FeedOptions {
  control: Pick<Control, 'ask'>
  /** The number of the last entry that is known. 0 where none is. */
  last(): number
  received(entries: readonly JournalEntry[]): void
  /** Called when all entries from before are gone. */
  cleared(): void
  linked(link: Link): void
  /**
   * Called with the number of the last entry that the journal had when the page connected: once the page has read this entry, it has read
   * them all.
   */
  reaches(last: number): void
}

// Milliseconds of real time. The mock may be starting anew.
const reconnectAfter = 1_000

/** Follows the journal until it is stopped, and connects again whenever the stream ends. */
export class JournalFeed {
  readonly #ended = new AbortController()
  #wake = () => {}
  #journal: string | undefined

  readonly #options: FeedOptions

  constructor(options: FeedOptions) {
    this.#options = options
    void this.#follow()
  }

  /** Connects now, where the feed waits. */
  retry(): void {
    this.#wake()
  }

  stop(): void {
    this.#ended.abort()
    this.#wake()
  }

  async #follow(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const link = await this.#readStream().catch((): Link => 'lost')
      if (this.#ended.signal.aborted) return
      this.#options.linked(link)
      if (link === 'connecting') continue
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        if (link !== 'waiting') setTimeout(resolve, reconnectAfter)
      })
    }
  }

  /**
   * Resolves when the stream has ended: with `connecting` where it is the stream of another journal, which has to be read from its
   * beginning.
   */
  async #readStream(): Promise<Link> {
    const { control, last, received, cleared, linked, reaches } = this.#options
    const { signal } = this.#ended
    const headers = { accept: 'text/event-stream', 'last-event-id': String(last()) }
    const { status, ok, body } = await control.ask('/__mock/journal', { headers, signal })
    if (status === 401) return 'waiting'
    if (status === 404) return 'absent'
    if (!ok || !body) return 'lost'
    linked('live')
    // A mounted page has no connection that the signal could end, so its stream is cancelled by hand.
    const reader = body.getReader()
    const cancel = () => void reader.cancel().catch(() => {})
    signal.addEventListener('abort', cancel)
    let isAnother = false
    await readJournal(reader, {
      journal: (id, last) => {
        isAnother = this.#journal !== undefined && id !== this.#journal
        this.#journal = id
        reaches(last)
        if (!isAnother) return
        // The entries that this page knows are of a mock that is gone, and their numbers mean nothing in this journal.
        cleared()
        cancel()
      },
      cleared: (id) => {
        this.#journal = id
        cleared()
      },
      entries: (entries) => {
        if (!isAnother && !signal.aborted) received(entries)
      },
    })
    signal.removeEventListener('abort', cancel)
    return isAnother ? 'connecting' : 'lost'
  }
}

/** Receives the news of a stream of the journal, in the order in which they come. */
interface JournalNews {
  /** Called first, with the id of the journal and the number of its last entry. Numbers of entries can be compared within one journal alone. */
  journal(id: string, last: number): void
  /** Called when all entries from before are gone. The journal has a new id then. */
  cleared(id: string): void
  entries(entries: readonly JournalEntry[]): void
}

/** Reads the server-sent events of the journal to the end of the stream. Entries that come together are told together. */
async function readJournal(
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
    const { id, last } = JSON.parse(data) as { id: string; last: number }
    news[name](id, last)
  }
  tellEntries()
}

function valueOf(event: string, field: string): string | undefined {
  const line = event.split('\n').find((each) => each.startsWith(`${field}: `))
  return line?.slice(field.length + 2)
}
