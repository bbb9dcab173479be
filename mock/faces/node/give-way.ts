import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A connection of a server, with its last use. */
export interface Connection {
  /** The plain socket, also of a TLS connection. */
  readonly socket: Socket
  /** Grows with each beginning of a connection and each request of any. */
  turn: number
  /** The answer to its last request, sent or not. */
  last?: ServerResponse
}

// More than all but a connection whose request has come and is being answered.
const newcomerWorth = 3

/**
 * The connection that is closed where there is no room for a newcomer: the oldest one without any request, else the one
 * idle for longest, else the one whose request has been coming for longest. The newcomer itself, where all others wait
 * for their answers.
 */
export function firstToGiveWay(connections: Iterable<Connection>, newcomer: Connection): Connection {
  let found = newcomer
  let worth = newcomerWorth
  for (const connection of connections) {
    if (connection === newcomer) continue
    const other = worthOf(connection.last)
    if (other > worth || (other === worth && connection.turn > found.turn)) continue
    found = connection
    worth = other
  }
  return found
}

/** The worth of a connection that has been there for a while. */
function worthOf(last: Connection['last']): number {
  if (!last) return 0
  if (last.writableFinished) return 1
  return last.req.complete ? 4 : 2
}
