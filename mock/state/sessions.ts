import { modeOf, type KeyInput } from '../access/keys'
import { invalidRequest, type Refusal } from '../http/refusal'
import type { Settings } from '../settings/settings'
import type { StoredKey } from '../store/records'
import type { Store } from '../store/store'
import type { State } from './state'

/** A session, or the main state, as it is listed. */
export interface ListedSession {
  /** `null` for the main state. */
  name: string | null
  state: State
  /** The service's time of its last use, in milliseconds since the epoch. Absent for the main state. */
  lastUsed?: number
}

interface Session {
  state: State
  lastUsed: number
}

/** The header by which a request names its session. */
export const sessionHeader = 'X-Mock-Session'

/** The same as the headers of a request are looked for. */
export const sentSessionHeader = sessionHeader.toLowerCase()

/** What the name of a session may be, as a schema whose title follows "must be". */
export const sessionName = {
  type: 'string',
  pattern: '^[A-Za-z0-9_.-]{1,64}$',
  title: '1 to 64 letters, digits, dots, hyphens or underscores',
} as const
const validName = new RegExp(sessionName.pattern)

/** The parts that the sessions of a backend are made of. */
export interface SessionsOptions {
  main: State
  /** Makes the state of a session. */
  make: (name: string) => State
  /** The keys that a new session has. */
  keys(): readonly KeyInput[]
  settings: Settings
}

/** The states of a backend: the main one, and one for each session that a request names. */
export class Sessions {
  /** In the order of their last use, the latest one last. */
  readonly #sessions = new Map<string, Session>()
  readonly #releaseMemory: () => void

  /** Opens the main state. */
  constructor(private readonly options: SessionsOptions) {
    begin(options.main)
    // The bytes of a session are those of its store and its journal. The one used last may be the one that wants more.
    const consumer = { bytes: 0, shrink: (bytes: number) => this.#shrink(bytes) }
    this.#releaseMemory = options.settings.memory.register(consumer, 'session')
  }

  /** Finds the keys that a new session has. A request that names a new session has to bear one of them, and else no session is made. */
  readonly firstKeys: Pick<Store, 'findKey'> = {
    findKey: (key) => firstKey(key, this.options.keys()),
  }

  /** All states, the main one first. */
  all(): State[] {
    return [this.options.main, ...this.#states()]
  }

  /** All states with the names of their sessions: the main one first, then the session that was used last, and so on. */
  list(): ListedSession[] {
    const named = Array.from(this.#sessions, ([name, session]) => ({ name, ...session }))
    return [{ name: null, state: this.options.main }, ...named.reverse()]
  }

  /**
   * The state of a session, once no replacement of its data is running. The name `null` means the main state. A session
   * that does not exist is made, and the one unused for longest makes way for it. Throws a refusal for a wrong name.
   */
  state(name: string | null): State | Promise<State> {
    const { main, make, settings } = this.options
    const found = this.existing(name)
    if (found || name === null) return found ?? ready(main)
    const state = begin(make(name))
    this.#sessions.set(name, { state, lastUsed: settings.clock.now() })
    const { sessions: most } = settings.limits
    if (this.#sessions.size > most) this.#dropOldest(`there are more than ${most}`)
    return ready(state)
  }

  /** The same for a session that exists, `undefined` for one that does not. */
  existing(name: string | null): State | Promise<State> | undefined {
    const { main, settings } = this.options
    if (name === null) return ready(main)
    if (!validName.test(name))
      throw invalidRequest(`${sessionHeader} must be ${sessionName.title}.`, sessionHeader)
    if (main.store.sharing) throw sessionsNotShared()
    const session = this.#sessions.get(name)
    if (!session) return undefined
    this.#sessions.delete(name)
    this.#sessions.set(name, session)
    session.lastUsed = settings.clock.now()
    return ready(session.state)
  }

  /** Puts another state in the place of a session's, with its first data. */
  async replace(name: string, state: State): Promise<void> {
    const session = this.#sessions.get(name)
    this.#sessions.set(name, { state: begin(state), lastUsed: this.options.settings.clock.now() })
    await session?.state.close()
    await ready(state)
  }

  /** Removes a session with all its data. Returns whether it existed. */
  async remove(name: string): Promise<boolean> {
    const session = this.#sessions.get(name)
    if (!session) return false
    this.#sessions.delete(name)
    await session.state.close()
    return true
  }

  /** Removes all sessions with all their data. Returns how many there were. */
  async removeAll(): Promise<number> {
    const states = this.#states()
    this.#sessions.clear()
    await closeAll(states)
    return states.length
  }

  /** Sends no further delivery, and resolves when those under way have ended. */
  async drain(): Promise<void> {
    await Promise.all(this.all().map(({ dispatcher }) => dispatcher.drain()))
  }

  close(): Promise<void> {
    this.#releaseMemory()
    return closeAll(this.all())
  }

  #states(): State[] {
    return Array.from(this.#sessions.values(), ({ state }) => state)
  }

  #shrink(bytes: number): number {
    const { memory } = this.options.settings
    const before = memory.bytes
    while (this.#sessions.size > 1 && before - memory.bytes < bytes) this.#dropOldest('memory is short')
    return before - memory.bytes
  }

  #dropOldest(reason: string): void {
    const [oldest] = this.#sessions
    if (!oldest) return
    const [name, { state }] = oldest
    this.#sessions.delete(name)
    this.options.main.journal.addNotice(
      'session-evicted',
      `The session ${name} was removed with all its data, because ${reason} and it was unused for longest.`,
    )
    void state.close()
  }
}

function begin(state: State): State {
  // Every request awaits the opening, and shows its failure.
  state.open().catch(() => {})
  return state
}

function ready(state: State): State | Promise<State> {
  return state.changing ? state.ready() : state
}

async function closeAll(states: readonly State[]): Promise<void> {
  await Promise.all(states.map((state) => state.close()))
}

/** The refusal of a session where several processes share the store: another process would not know the session, and would answer with other data. */
function sessionsNotShared(): Refusal {
  return invalidRequest(
    `${sessionHeader} names a session, and sessions live in the memory of one process: a service on a shared store has none. Leave the header out, or start a mock without a store.`,
    sessionHeader,
  )
}

/** A key as a session would have it that is not made yet. Its id and its creation are still open. */
function firstKey(key: string, keys: readonly KeyInput[]): StoredKey | undefined {
  const found = keys.find((other) => other.key === key)
  if (!found) return undefined
  const { name = '', scopes = null, expiresAt = null } = found
  return { id: '', key, mode: modeOf(key), name, scopes, expiresAt, created: '' }
}
