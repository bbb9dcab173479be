import { nextTurn } from '../settings/turn'
import { ControlAnswer } from './route'

// A chunk is sent when it is this long. Others get a turn after each, so that a long document blocks nobody.
const chunkLength = 2 ** 16

/** The members of a JSON object. Those that are asynchronous iterables are written as arrays, item by item. */
export type StreamedMembers = Readonly<Record<string, unknown>>

/**
 * The answer with a JSON object that is written while it is sent, so that a long list is never in memory as a whole. `end` is called when
 * all of it was written, or when nobody reads on.
 */
export function streamedJson(members: StreamedMembers, end?: () => Promise<void>): ControlAnswer {
  const encoder = new TextEncoder()
  const pieces = piecesOf(members, end)
  let isFirst = true
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isFirst) await nextTurn()
        isFirst = false
        let chunk = ''
        while (chunk.length < chunkLength) {
          const { done, value } = await pieces.next()
          if (done) {
            if (chunk !== '') controller.enqueue(encoder.encode(chunk))
            controller.close()
            return
          }
          chunk += value
        }
        controller.enqueue(encoder.encode(chunk))
      },
      async cancel() {
        await pieces.return(undefined)
        // A generator that was never asked for an item has not begun, and runs no `finally` of its own when it is ended.
        await end?.()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return new ControlAnswer({ status: 200, headers, body })
}

async function* piecesOf(members: StreamedMembers, end?: () => Promise<void>): AsyncGenerator<string, void> {
  let separator = '{'
  try {
    for (const name of Object.keys(members)) {
      const value = members[name]
      yield `${separator}${JSON.stringify(name)}:`
      separator = ','
      if (!isAsync(value)) yield JSON.stringify(value)
      else yield* listPieces(value)
    }
    yield '}'
  } finally {
    await end?.()
  }
}

async function* listPieces(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

function isAsync(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
