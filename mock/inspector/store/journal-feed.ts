import type { JournalEntry } from '../../journal/journal'
import type { Control } from '../transport/control'

/** The state of the stream of the journal. `absent` means that the mock has no such session, and `waiting` that it wants a token. */
export type Link = 'connecting' | 'live' | 'lost' | 'absent' | 'waiting'

/** The parts that a feed works with. */
interface FeedOptions {
  control: Pick<Control, 'ask'>
  /** The number of the last entry that is known. 0 where none is. */
  last(): number
  received(entry: JournalEntry): void
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
  #cancel = () => {}
  #journal: string | undefined

  constructor(private readonly options: FeedOptions) {
    void this.#follow()
  }

  /** Connects now, where the feed waits. */
  retry(): void {
    this.#wake()
  }

  /** Ends the stream, so that the feed connects again. */
  lose(): void {
    this.#cancel()
  }

  stop(): void {
    this.#ended.abort()
    this.#wake()
  }

  async #follow(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const link = await this.#readStream().catch((): Link => 'lost')
      if (this.#ended.signal.aborted) return
      this.options.linked(link)
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
    const { control, last, received, cleared, linked, reaches } = this.options
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
    this.#cancel = cancel
    signal.addEventListener('abort', cancel)
    let isAnother = false
    for await (const { name, data } of eventsOf(reader)) {
      if (isAnother || signal.aborted) continue
      if (name === 'journal') {
        const { id, last } = JSON.parse(data) as { id: string; last: number }
        isAnother = this.#journal !== undefined && id !== this.#journal
        this.#journal = id
        reaches(last)
        if (!isAnother) continue
        // The entries that this page knows are of a mock that is gone, and their numbers mean nothing in this journal.
        cleared()
        cancel()
      } else if (name === 'cleared') {
        this.#journal = (JSON.parse(data) as { id: string }).id
        cleared()
      } else received(JSON.parse(data) as JournalEntry)
    }
    signal.removeEventListener('abort', cancel)
    return isAnother ? 'connecting' : 'lost'
  }
}

/**
 * The server-sent events of a stream of the journal. The first one is named `journal` and has the id of the journal and the number of its last
 * entry: numbers of entries can be compared within one journal alone. `cleared` has the new id of a journal whose entries from before are
 * all gone. Any other one is an entry.
 */
async function* eventsOf(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>,
): AsyncGenerator<{ name?: string; data: string }> {
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
    for (const event of events) {
      const data = valueOf(event, 'data')
      if (data !== undefined) yield { name: valueOf(event, 'event'), data }
    }
  }
}

function valueOf(event: string, field: string): string | undefined {
  const line = event.split('\n').find((each) => each.startsWith(`${field}: `))
  return line?.slice(field.length + 2)
}
