import type { JournalEntry } from '../../journal/journal'
import type { Control } from '../transport/control'
import { readJournal } from '../transport/journal-stream'

/** The state of the stream of the journal. `waiting` means that the mock wants a token. */
export type Link = 'connecting' | 'live' | 'lost' | 'waiting'

/** The parts that a feed works with. */
export interface FeedOptions {
  control: Pick<Control, 'ask'>
  /** The number of the last entry that is known. */
  last(): number
  received(entries: readonly JournalEntry[]): void
  linked(link: Link): void
}

// Milliseconds of real time. The mock may be starting anew.
const reconnectAfter = 1_000

/** Follows the journal until it is stopped, and connects again whenever the stream ends. */
export function followJournal({ control, last, received, linked }: FeedOptions): {
  stop(): void
  retry(): void
} {
  const ended = new AbortController()
  let wake = () => {}

  async function follow(): Promise<Link> {
    const headers = { accept: 'text/event-stream', 'last-event-id': String(last()) }
    const response = await control.ask('/__mock/journal', { headers, signal: ended.signal })
    if (response.status === 401) return 'waiting'
    if (!response.ok || !response.body) return 'lost'
    linked('live')
    // A mounted page has no connection that the signal could end, so its stream is cancelled by hand.
    const stream = response.body
    const cancelled = stream.getReader()
    const cancel = () => void cancelled.cancel().catch(() => {})
    ended.signal.addEventListener('abort', cancel)
    await readJournal(cancelled, received)
    return 'lost'
  }

  async function stayLinked(): Promise<void> {
    while (!ended.signal.aborted) {
      const link = await follow().catch((): Link => 'lost')
      if (ended.signal.aborted) return
      linked(link)
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
