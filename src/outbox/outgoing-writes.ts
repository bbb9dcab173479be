interface DiagnosticsChannels {
  subscribe(name: string, onMessage: () => void): void
  unsubscribe(name: string, onMessage: () => void): void
}

interface Platform {
  process?: { getBuiltinModule?(name: string): unknown }
}

// undici, and with it the `fetch` of Node, publishes it right before the first byte of a request is written to its socket.
const channel = 'undici:client:sendHeaders'

/**
 * Calls `check` right before any request of this process is written, where `fetch` is that of Node or of undici. A request that `check`
 * aborts does not leave the machine. Between the call of `fetch` and the write lies the time in which a connection is opened. Returns what
 * ends the calls.
 */
export function onOutgoingWrite(check: () => void): () => void {
  const { process } = globalThis as Platform
  const channels = process?.getBuiltinModule?.('node:diagnostics_channel') as DiagnosticsChannels | undefined
  const onMessage = () => check()
  channels?.subscribe(channel, onMessage)
  return () => channels?.unsubscribe(channel, onMessage)
}
