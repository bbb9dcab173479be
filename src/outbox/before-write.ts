import { routes } from '../../generated/routes'

/** What undici tells of a request whose first byte is going to be written. */
interface SendHeadersMessage {
  request: { method: string; path: string }
  /** The socket of the request, which `cork` makes wait. HTTP/2 does not wait for it. */
  socket?: { cork(): void; uncork(): void }
}

interface DiagnosticsChannels {
  subscribe(name: string, onMessage: (message: unknown) => void): void
  unsubscribe(name: string, onMessage: (message: unknown) => void): void
}

interface Platform {
  process?: { getBuiltinModule?(name: string): unknown }
  setImmediate(callback: () => void): void
}

const platform = globalThis as unknown as Platform
// Taken here, so that a test which fakes the timers later holds back no request.
const { setImmediate } = platform

const channel = 'undici:client:sendHeaders'

/**
 * Calls `check` right before a request for `createEvent` is written to its socket, until the signal aborts. A lease may end between the
 * call of `fetch` and this moment, while a connection is opened. A request that `check` aborts is not sent: `check` returns whether it has
 * aborted any. Does nothing where `fetch` is neither that of Node nor that of undici, and comes too late for HTTP/2.
 */
export function beforeCreationIsWritten(check: () => boolean, signal: AbortSignal): void {
  const channels = platform.process?.getBuiltinModule?.('node:diagnostics_channel') as
    DiagnosticsChannels | undefined
  const { method, path } = routes.createEvent
  const onMessage = (message: unknown) => {
    const { request, socket } = message as SendHeadersMessage
    if (!socket || request.method !== method || !request.path.endsWith(path)) return
    // undici has read the body some microtasks later, and writes then. The socket keeps all of it until the check is made.
    socket.cork()
    setImmediate(() => {
      const write = () => socket.uncork()
      // The client hears of an abort some microtasks later, and closes the socket.
      if (check()) setImmediate(write)
      else write()
    })
  }
  channels?.subscribe(channel, onMessage)
  signal.addEventListener('abort', () => channels?.unsubscribe(channel, onMessage))
}
