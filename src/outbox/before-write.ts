import { routes } from '../../generated/routes'

/** What undici tells of a request whose first byte is going to be written. */
interface SendHeadersMessage {
  request: { method: string; path: string }
  /** HTTP/2 writes past it. */
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
 * Calls `check` right before the creation of an event is written to its socket, until the signal aborts. A request that `check` aborts does
 * not leave the machine: `check` returns whether it has aborted any. Between the call of `fetch` and the write lies the time in which a
 * connection is opened. Does nothing where `fetch` is neither that of Node nor of undici, and comes too late for HTTP/2.
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
