import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../../http/loopback'
import { Refusal } from '../../http/refusal'
import type { ServedBackend } from './served-backend'

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
