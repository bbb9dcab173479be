import { invalidRequest } from '../http/refusal'
import type { Settings } from '../settings/settings'
import type { State } from './state'

/** The states of a backend: the main one, and one for each session that a request names. */
export interface Sessions {
  /**
   * The state of a session, once no replacement of its data is running. The name `null` means the main state. The first
   * request of a session makes its state. Throws a refusal for a wrong name.
   */
  state(name: string | null): State | Promise<State>
  /** All states, the main one first. */
  all(): State[]
  /** Resets the main state and removes all others. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** The header by which a request names its session. */
export const sessionHeader = 'X-Mock-Session'

export function createSessions(main: State, make: (name: string) => State, { limits }: Settings): Sessions {
  // In order of their last use, the latest one last.
  const sessions = new Map<string, State>()
  begin(main)

  function begin(state: State): State {
    // Every request awaits the reset, and shows its failure.
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
    main.journal.addNotice(
      'session-evicted',
      `The session ${name} was removed with all its data, because there are more than ${limits.sessions} and it was unused for longest.`,
    )
    void closeAll([state])
  }

  async function closeAll(states: State[]) {
    for (const { journal } of states) journal.close()
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
      const session = sessions.get(name) ?? begin(make(name))
      sessions.delete(name)
      sessions.set(name, session)
      if (sessions.size > limits.sessions) dropOldest()
      return ready(session)
    },
    async reset() {
      const others = [...sessions.values()]
      sessions.clear()
      await closeAll(others)
      await main.reset()
    },
    close: () => closeAll(all()),
  }
}
