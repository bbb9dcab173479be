import { createBackend, type BackendOptions, type Limits, type Store } from '@event-delivery/mock'
import { createDeliveryFetch, createForwards, serve, type Forward } from '@event-delivery/mock/node'
import { createPostgresStore } from '@event-delivery/mock/postgres'

/** The settings of a process of a service, which come as its only argument, as JSON. */
export interface ProcessSettings {
  /** The URL of the database. */
  url: string
  role?: BackendOptions['role']
  limits?: Partial<Limits>
  plan?: 'none' | 'free' | 'pro'
  listOrder?: 'newest-first' | 'oldest-first'
  /** Receivers on this machine, by the URLs that webhooks are registered with. */
  forwards?: readonly Forward[]
  connections?: number
  /** How many milliseconds the clock of the machine is wrong. */
  clockError?: number
  /** Names how the process is broken. None unless given. */
  mistake?: string
}

/** Makes the store of a process, as it should be or broken. */
export type MakeStore = (settings: ProcessSettings) => Store

/** The store as it should be. */
export const wholeStore: MakeStore = ({ url, connections = 4 }) => createPostgresStore({ url, connections })

/**
 * Runs a process of a service until it is asked to end, or the process that started it is gone. Its first line names its
 * `baseUrl`.
 */
export async function runProcess(makeStore: MakeStore): Promise<void> {
  const settings = JSON.parse(process.argv[2] ?? '{}') as ProcessSettings
  const { role, limits, plan, listOrder, forwards: given, clockError = 0 } = settings
  const { now } = Date
  Date.now = () => now() + clockError
  const forwards = createForwards(given)
  const backend = createBackend({
    store: makeStore(settings),
    role,
    limits,
    plan,
    dialect: listOrder && { listOrder },
    forwards,
    fetch: createDeliveryFetch({ forwards }),
    logger: { error: (message, cause) => process.stderr.write(`${message} ${String(cause)}\n`) },
  })
  const server = await serve(backend, { port: 0 })

  async function end() {
    await backend.drain()
    await server.close()
    await backend.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  // Standard input ends with the process that holds its other end, however that one ended.
  process.stdin.on('end', () => process.exit(1)).resume()
  process.stdout.write(`${JSON.stringify({ baseUrl: server.baseUrl })}\n`)
}
