import type { IncomingMessage } from 'node:http'
import type { BodyReader } from '../../http/request-body'

/** Reads the body from Node's own stream, because a web stream on top would cost more than the rest of the request. */
export function nodeBodyReader(incoming: IncomingMessage): BodyReader {
  return (limit) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > limit) resolve(null)
        else chunks.push(chunk)
      })
      incoming.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
      incoming.on('error', reject)
      incoming.on('close', () => {
        // Making an error is expensive, so it is made only when the body is incomplete.
        if (!incoming.complete) reject(new Error('The connection was closed.'))
      })
    })
}

/** Whether a request comes with a body that something before the mock has read already. */
export function isBodyGone({ headers, readableDidRead }: IncomingMessage): boolean {
  if (!readableDidRead) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
