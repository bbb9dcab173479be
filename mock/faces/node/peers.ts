import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Peer } from '../../http/arrival'
import { isLoopback } from '../../../src/core/url'
import { Refusal } from '../../http/refusal'
import { nameOfAddress } from './hosts'
import type { ServedBackend } from './served-backend'

// A connection carries many requests, and the origin at which it arrived stays the same.
const origins = new WeakMap<Socket, string>()

/** The details of a request that its `Request` does not hold. `gone` says whether its client has left. */
export function peerOf({ socket, rawHeaders }: IncomingMessage, target: string, gone?: () => boolean): Peer {
  return { address: socket.remoteAddress, rawHeaders, target, origin: originOf(socket), gone }
}

/** Scheme, address and port at which a connection arrived, `undefined` where its client left before anybody asked. */
function originOf(socket: Socket): string | undefined {
  const known = origins.get(socket)
  if (known !== undefined || socket.localAddress === undefined) return known
  const scheme = (socket as TLSSocket).encrypted ? 'https' : 'http'
  const origin = `${scheme}://${nameOfAddress(socket.localAddress)}:${socket.localPort}`
  origins.set(socket, origin)
  return origin
}

/** Refuses clients of other machines until the backend is prepared for them. */
export function judgePeer({ socket }: IncomingMessage, { exposed }: ServedBackend): Refusal | undefined {
  const { remoteAddress } = socket
  if (remoteAddress === '127.0.0.1' || exposed) return undefined
  // Nobody knows the address of a client that has left already, so it counts as one of another machine.
  if (remoteAddress !== undefined && isLoopback(remoteAddress)) return undefined
  return new Refusal(
    403,
    'forbidden',
    'This mock answers clients on its own machine alone. For others, give createBackend() a controlToken and call expose() on the backend, as serve() does beyond loopback.',
  )
}
