import { connect, type Socket } from 'node:net'

/**
 * Sends bytes that no client library would send, ends its side of the connection, and returns all that came back. A server
 * takes this end for that of the client, unless it has answered by then.
 */
export async function sendBytes(
  bytes: string | Uint8Array,
  port: number,
  host = '127.0.0.1',
): Promise<string> {
  const socket = connect(port, host)
  socket.end(bytes)
  return heardBy(socket)
}

/** Sends the bytes of a whole request that is the last one of its connection, and returns its answer. */
export async function askBytes(bytes: string, port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return heardBy(socket)
}

/** All that the server sends. */
export async function heardBy(socket: Socket): Promise<string> {
  socket.on('error', () => {})
  let heard = ''
  for await (const chunk of socket.setEncoding('latin1')) heard += String(chunk)
  return heard
}

/** The status, the headers (names in lower case) and the JSON of an answer that came over a bare socket. */
export function readAnswer(heard: string) {
  const [head = '', body = ''] = heard.split(/\r\n\r\n(.*)/s)
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => [field.replace(/:.*/s, '').toLowerCase(), field.replace(/^.*?: ?/s, '')]),
  )
  const json = body.startsWith('{')
    ? (JSON.parse(body) as { error: { code: string; message: string } })
    : undefined
  return { status: Number(line.split(' ')[1]), headers, json }
}
