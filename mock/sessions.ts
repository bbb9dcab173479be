import { invalidRequest } from './http/refusal'
import type { Settings } from './settings'
import type { State } from './state'

/** The states of a backend: the main one, and one for each session that a request names. */
export interface Sessions {
  /** The state of a session, made when it is first named. `null`: the main one. Throws the refusal of a wrong name. */
  state(name: string | null): State | Promise<State>
  /** All states there are, the main one first. */
  all(): State[]
  /** Begins anew: the main state as it began, and no other. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** The header by which a request names its session. */
export const sessionHeader = 'X-Mock-Session'

interface Session {
  state: State
  ready: Promise<State>
}

export function createSessions(main: State, make: () => State, { limits }: Settings): Sessions {
  // The one that was named last stands last.
  const sessions = new Map<string, Session>()
  let preparation: Promise<State> | undefined = main.reset().then(() => {
    preparation = undefined
    return main
  })
  // Awaited by every request: a failure shows there.
  preparation.catch(() => {})

  function begin(): Session {
    const state = make()
    const ready = state.reset().then(() => state)
    ready.catch(() => {})
    return { state, ready }
  }

  function dropOldest() {
    const [oldest] = sessions
    if (!oldest) return
    sessions.delete(oldest[0])
    void closeAll([oldest[1].state])
  }

  async function closeAll(states: State[]) {
    for (const { record } of states) record.close()
    await Promise.all(states.map(({ dispatcher }) => dispatcher.close()))
  }

  const all = () => [main, ...Array.from(sessions.values(), ({ state }) => state)]

  return {
    all,
    state(name) {
      if (name === null) return preparation ?? main
      if (!/^[\w.-]{1,64}$/.test(name)) {
        throw invalidRequest(
          `${sessionHeader} must be 1 to 64 letters, digits, dots, hyphens or underscores.`,
          sessionHeader,
        )
      }
      const session = sessions.get(name) ?? begin()
      sessions.delete(name)
      sessions.set(name, session)
      if (sessions.size > limits.sessions) dropOldest()
      return session.ready
    },
    async reset() {
      const others = all().slice(1)
      sessions.clear()
      await Promise.all([preparation, closeAll(others)])
      await main.reset()
    },
    close: () => closeAll(all()),
  }
}
