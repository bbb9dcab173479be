import type { JournalEntry } from '../../journal/journal'

/** Reads the server-sent events of the journal to the end of the stream, and calls `received` after each chunk. */
export async function readJournal(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>,
  received: (entries: JournalEntry[]) => void,
): Promise<void> {
  const decoder = new TextDecoder()
  // Pieces of a block whose end has not come. They are joined once, because an entry can come in hundreds of chunks.
  let pieces: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const text = decoder.decode(value, { stream: true })
    const border = pieces.at(-1)?.endsWith('\n') && text.startsWith('\n')
    pieces.push(text)
    if (!border && !text.includes('\n\n')) continue
    const blocks = pieces.join('').split('\n\n')
    pieces = [blocks.pop() ?? '']
    const data = blocks.flatMap((block) => block.split('\n').filter((line) => line.startsWith('data: ')))
    if (data.length > 0) received(data.map((line) => JSON.parse(line.slice('data: '.length)) as JournalEntry))
  }
}
