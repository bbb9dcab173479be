import type { InlineConfig } from 'vite'
import type { Backend } from '../../backend'

/** The backend of a dev server, where the server that replaces it finds it. */
export interface RestartSlot {
  /** The backend of the server that is being replaced. */
  readonly previous: Backend | undefined
  put(backend: Backend): void
  /** Empties the slot, unless the backend of a later server is in it. */
  clear(backend: Backend): void
}

const name = Symbol.for('event-delivery-mock.backends')

/**
 * The slot of a dev server for the mock at a path. Vite restarts a server by evaluating its configuration anew, so that no
 * variable of the plugin lives on. Both servers are created with the same object of options, and the slot is there.
 */
export function restartSlot(inlineConfig: InlineConfig, path: string): RestartSlot {
  const config = inlineConfig as { [name]?: Map<string, Backend> }
  const backends = config[name] ?? new Map<string, Backend>()
  // Not enumerable, so that nothing that copies or prints the options meets it.
  Reflect.defineProperty(config, name, { value: backends, configurable: true })
  return {
    previous: backends.get(path),
    put: (backend) => void backends.set(path, backend),
    clear(backend) {
      if (backends.get(path) === backend) backends.delete(path)
    },
  }
}
