import type { JournalEntry } from '../../journal/journal'
import type { Control } from '../transport/control'
import { readJournal } from '../transport/journal-stream'

/** The state of the stream of the journal. `waiting` means that the mock wants a token. */
export type Link = 'connecting' | 'live' | 'lost' | 'waiting'

/** The parts that a feed works with. */
export interface FeedOptions {
  control: Pick<Control, 'ask'>
  /** The number of the last entry that is known. 0 where none is. */
  last(): number
  received(entries: readonly JournalEntry[]): void
  /** All entries from before are gone. */
  cleared(): void
  linked(link: Link): void
}

// Milliseconds of real time. The mock may be starting anew.
const reconnectAfter = 1_000

/** Follows the journal until it is stopped, and connects again whenever the stream ends. */
export function followJournal({ control, last, received, cleared, linked }: FeedOptions): {
  stop(): void
  /** Connects now, where the feed waits. */
  retry(): void
} {
  const ended = new AbortController()
  let wake = () => {}
  let known: string | undefined

  /** Resolves when the stream has ended: with `connecting` where it has to be read once more from its begin. */
  async function follow(): Promise<Link> {
    const headers = { accept: 'text/event-stream', 'last-event-id': String(last()) }
    const response = await control.ask('/__mock/journal', { headers, signal: ended.signal })
    if (response.status === 401) return 'waiting'
    if (!response.ok || !response.body) return 'lost'
    linked('live')
    // A mounted page has no connection that the signal could end, so its stream is cancelled by hand.
    const reader = response.body.getReader()
    const cancel = () => void reader.cancel().catch(() => {})
    ended.signal.addEventListener('abort', cancel)
    let isAnother = false
    await readJournal(reader, {
      journal(id) {
        isAnother = known !== undefined && id !== known
        known = id
        if (!isAnother) return
        // The entries that this page knows are of a mock that is gone, and their numbers are no place in this journal.
        cleared()
        cancel()
      },
      cleared(id) {
        known = id
        cleared()
      },
      entries: (entries) => {
        if (!isAnother && !ended.signal.aborted) received(entries)
      },
    })
    ended.signal.removeEventListener('abort', cancel)
    return isAnother ? 'connecting' : 'lost'
  }

  async function stayLinked(): Promise<void> {
    while (!ended.signal.aborted) {
      const link = await follow().catch((): Link => 'lost')
      if (ended.signal.aborted) return
      linked(link)
      if (link === 'connecting') continue
      await new Promise<void>((resolve) => {
        wake = resolve
        if (link === 'lost') setTimeout(resolve, reconnectAfter)
      })
    }
  }

  void stayLinked()
  return {
    stop() {
      ended.abort()
      wake()
    },
    retry: () => wake(),
  }
}
