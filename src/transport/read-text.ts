import { ServerError } from '../errors/api-errors'

/** The next part of a body. */
type Part = Promise<{ done?: boolean; value?: Uint8Array }>

/** A body: a web stream, not all of which can be iterated, or whatever node-fetch has, which can. */
interface Body {
  getReader?(): { read(): Part; cancel(): Promise<void> }
  [Symbol.asyncIterator]?(): { next(): Part; return?(): Promise<unknown> }
}

/** The part of an answer that is needed to read it as text. */
interface Readable {
  readonly status: number
  readonly body?: unknown
  text(): Promise<string>
}

/**
 * Reads the body of an answer as text, in UTF-8. A body that is longer than `maxBytes`, once decompressed, is left there.
 *
 * @throws ServerError for a body that is longer.
 */
export async function readText(answer: Readable, maxBytes: number): Promise<string> {
  const body = answer.body as Body | null | undefined
  const reader = body?.getReader?.()
  const parts = reader
    ? { next: () => reader.read(), return: () => reader.cancel() }
    : body?.[Symbol.asyncIterator]?.()
  // Neither an empty body nor one of React Native is a stream.
  if (!parts) return answer.text()

  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await parts.next()
    if (done || !value) return text + decoder.decode()
    size += value.length
    if (size > maxBytes) break
    text += decoder.decode(value, { stream: true })
  }
  // Not awaited, and its failure does not matter: nothing more is read.
  const close = async () => parts.return?.()
  close().catch(() => {})
  throw new ServerError(`it is longer than ${maxBytes} bytes. Raise maxResponseBytes if that is right`, {
    status: answer.status,
  })
}
