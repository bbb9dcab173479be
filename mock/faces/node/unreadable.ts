import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RefusedRequest } from '../../journal/refused-request'

/** An error of Node's parser, with the bytes that it could not read. */
export interface UnreadableError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
}

type Refused = Pick<RefusedRequest, 'status' | 'code' | 'message'>

const refusals: Record<string, Refused> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large', message: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request_timeout',
    message: 'The request did not arrive in time.',
  },
}
const notHttp: Refused = { status: 400, code: 'invalid_request', message: 'The request is not valid HTTP.' }
const reasons: Record<number, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

// A client that goes on sending would lose the answer if the connection ended at once.
const timeToRead = 1_000

/**
 * Ends a connection whose bytes are no request, or did not come in time, and returns what there is to record. `last` is the
 * answer to the connection's last request: where its request is still coming, the backend records it, and where it is being
 * sent, nothing can be said any more.
 */
export function refuseUnreadable(
  error: UnreadableError,
  socket: Socket,
  last: Pick<ServerResponse, 'headersSent' | 'writableFinished' | 'req'> | undefined,
): RefusedRequest | undefined {
  const saidNothing = socket.bytesRead === 0
  const isBetween = !last || (last.writableFinished && last.req.complete)
  const mayAnswer = isBetween || !last.headersSent
  if (error.code === 'ECONNRESET' || !socket.writable || saidNothing || !mayAnswer) {
    socket.destroy()
    return undefined
  }
  const refused = refusals[error.code ?? ''] ?? notHttp
  endWith(socket, refused)
  if (!isBetween) return undefined
  return { ...refused, ...(error.rawPacket && readHead(error.rawPacket)), address: socket.remoteAddress }
}

/** Sends the error envelope over a bare socket, and ends the connection whatever its client does. */
export function endWith(socket: Socket, { status, code, message }: Refused): void {
  const body = JSON.stringify({ error: { code, message } })
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
  const end = setTimeout(() => socket.destroy(), timeToRead)
  socket.on('close', () => clearTimeout(end))
}

/** Reads as much of a request as bytes show that are not valid HTTP as a whole. */
function readHead(bytes: Uint8Array): Pick<RefusedRequest, 'method' | 'target' | 'rawHeaders' | 'body'> {
  const text = Buffer.from(bytes).toString('latin1')
  const end = text.search(/\r?\n\r?\n/)
  const [line = '', ...fields] = text.slice(0, end < 0 ? undefined : end).split(/\r?\n/)
  const [, method, target] = /^([!#$%&'*+.^`|~\w-]+) (\S+) HTTP\/\d/.exec(line) ?? []
  if (method === undefined) return { body: bytes }
  const rawHeaders = fields.flatMap((field) => {
    const [, name, value] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/s.exec(field) ?? []
    return name === undefined || value === undefined ? [] : [name, value]
  })
  const start = end + (/^\r?\n\r?\n/.exec(text.slice(end))?.[0].length ?? 0)
  return { method, target, rawHeaders, body: end < 0 ? undefined : bytes.subarray(start) }
}
