import type { JournalEntry } from '../../journal/journal'

/** Reads the server-sent events of the journal to the end of the stream, and calls `received` after each chunk. */
export async function readJournal(
  stream: ReadableStream<Uint8Array>,
  received: (entries: JournalEntry[]) => void,
): Promise<void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    const data = blocks.flatMap((block) => block.split('\n').filter((line) => line.startsWith('data: ')))
    received(data.map((line) => JSON.parse(line.slice('data: '.length)) as JournalEntry))
  }
}
