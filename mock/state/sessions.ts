import { invalidRequest } from '../http/refusal'
import type { Settings } from '../settings/settings'
import type { State } from './state'

/** The states of a backend: the main one, and one for each session that a request names. */
export interface Sessions {
  /**
   * The state of a session, made when it is first named, once no restore is under way. `null`: the main one. Throws the
   * refusal of a wrong name.
   */
  state(name: string | null): State | Promise<State>
  /** All states there are, the main one first. */
  all(): State[]
  /** Begins anew: the main state as it began, and no other. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** The header by which a request names its session. */
export const sessionHeader = 'X-Mock-Session'

export function createSessions(main: State, make: () => State, { limits }: Settings): Sessions {
  // The one that was named last stands last.
  const sessions = new Map<string, State>()
  begin(main)

  function begin(state: State): State {
    // Awaited by every request: a failure shows there.
    state.reset().catch(() => {})
    return state
  }

  function ready(state: State): State | Promise<State> {
    return state.changing?.then(() => ready(state)) ?? state
  }

  function dropOldest() {
    const [oldest] = sessions
    if (!oldest) return
    const [name, state] = oldest
    sessions.delete(name)
    void closeAll([state])
  }

  async function closeAll(states: State[]) {
    for (const { record } of states) record.close()
    await Promise.all(states.map(({ dispatcher }) => dispatcher.close()))
  }

  const all = () => [main, ...sessions.values()]

  return {
    all,
    state(name) {
      if (name === null) return ready(main)
      if (!/^[\w.-]{1,64}$/.test(name)) {
        throw invalidRequest(
          `${sessionHeader} must be 1 to 64 letters, digits, dots, hyphens or underscores.`,
          sessionHeader,
        )
      }
      const session = sessions.get(name) ?? begin(make())
      sessions.delete(name)
      sessions.set(name, session)
      if (sessions.size > limits.sessions) dropOldest()
      return ready(session)
    },
    async reset() {
      const others = all().slice(1)
      sessions.clear()
      await closeAll(others)
      await main.reset()
    },
    close: () => closeAll(all()),
  }
}
