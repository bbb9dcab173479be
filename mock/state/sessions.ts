import { modeOf, type KeyInput } from '../access/keys'
import { invalidRequest, type Refusal } from '../http/refusal'
import type { Settings } from '../settings/settings'
import type { StoredKey } from '../store/records'
import type { Store } from '../store/store'
import type { State } from './state'

/** The states of a backend: the main one, and one for each session that a request names. */
export interface Sessions {
  /**
   * The state of a session, once no replacement of its data is running. The name `null` means the main state. A session
   * that does not exist is made, and the one unused for longest makes way for it. Throws a refusal for a wrong name.
   */
  state(name: string | null): State | Promise<State>
  /** The same for a session that exists, `undefined` for one that does not. */
  existing(name: string | null): State | Promise<State> | undefined
  /** The keys of a session that is only made by the request: whoever has none of them makes no session. */
  readonly firstKeys: Pick<Store, 'findKey'>
  /** All states, the main one first. */
  all(): State[]
  /** The same with the names of the sessions, the one used last first after the main one. */
  list(): ListedSession[]
  /** Removes a session with all its data. Returns whether it existed. */
  remove(name: string): Promise<boolean>
  /** Resets the main state and removes all others. */
  reset(): Promise<void>
  /** Sends no further delivery, and resolves when those under way have ended. */
  drain(): Promise<void>
  close(): Promise<void>
}

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

/** The parts that the sessions of a backend are made of. */
export interface SessionsOptions {
  main: State
  /** Makes the state of a session. */
  make: (name: string) => State
  /** The keys that a new session has. */
  keys(): readonly KeyInput[]
  settings: Settings
}

export function createSessions({ main, make, keys, settings }: SessionsOptions): Sessions {
  const { clock, limits, memory } = settings
  // In order of their last use, the latest one last.
  const sessions = new Map<string, Session>()
  begin(main)
  // The bytes of a session are those of its store and its journal. The one used last may be the one that wants more.
  const releaseMemory = memory.hold({ bytes: 0, shrink }, 'session')

  function shrink(bytes: number): number {
    const before = memory.bytes
    while (sessions.size > 1 && before - memory.bytes < bytes) dropOldest('memory is short')
    return before - memory.bytes
  }

  function begin(state: State): State {
    // Every request awaits the opening, and shows its failure.
    state.open().catch(() => {})
    return state
  }

  function ready(state: State): State | Promise<State> {
    return state.changing?.then(() => ready(state)) ?? state
  }

  function dropOldest(reason: string) {
    const [oldest] = sessions
    if (!oldest) return
    const [name, { state }] = oldest
    sessions.delete(name)
    main.journal.addNotice(
      'session-evicted',
      `The session ${name} was removed with all its data, because ${reason} and it was unused for longest.`,
    )
    void closeAll([state])
  }

  async function closeAll(states: State[]) {
    await Promise.all(states.map((state) => state.close()))
  }

  function existing(name: string | null): State | Promise<State> | undefined {
    if (name === null) return ready(main)
    if (!/^[\w.-]{1,64}$/.test(name)) {
      throw invalidRequest(
        `${sessionHeader} must be 1 to 64 letters, digits, dots, hyphens or underscores.`,
        sessionHeader,
      )
    }
    if (main.store.sharing) throw sessionsNotShared()
    const session = sessions.get(name)
    if (!session) return undefined
    sessions.delete(name)
    sessions.set(name, session)
    session.lastUsed = clock.now()
    return ready(session.state)
  }

  const all = () => [main, ...states()]
  const states = () => Array.from(sessions.values(), ({ state }) => state)

  return {
    all,
    existing,
    list() {
      const named = Array.from(sessions, ([name, session]) => ({ name, ...session }))
      return [{ name: null, state: main }, ...named.reverse()]
    },
    async remove(name) {
      const session = sessions.get(name)
      if (!session) return false
      sessions.delete(name)
      await closeAll([session.state])
      return true
    },
    state(name) {
      const found = existing(name)
      if (found || name === null) return found ?? ready(main)
      const session = begin(make(name))
      sessions.set(name, { state: session, lastUsed: clock.now() })
      if (sessions.size > limits.sessions) dropOldest(`there are more than ${limits.sessions}`)
      return ready(session)
    },
    firstKeys: { findKey: async (key) => firstKey(key, keys()) },
    async reset() {
      const others = states()
      sessions.clear()
      await closeAll(others)
      await main.reset()
    },
    async drain() {
      await Promise.all(all().map(({ dispatcher }) => dispatcher.drain()))
    },
    close() {
      releaseMemory()
      return closeAll(all())
    },
  }
}

/** Another process would not know the session, and answer with other data. */
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
