import { useState } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import { ControlFailure } from '../../transport/control-failure'

/** An act and how it fares. */
export interface ActState {
  /** True from the beginning of the act until its answer. */
  busy: boolean
  /** The refusal of the last try, until the next one. */
  failure: ControlFailure | undefined
  /** Carries the act out. Says `said` when it succeeded, and resolves with whether it did. A second try waits for the first. */
  run(work: () => Promise<unknown>, said?: string): Promise<boolean>
  /** Forgets the refusal. */
  clear(): void
}

/** The state of an act of a component. */
export function useAct(): ActState {
  const { say } = useApp()
  const [state, setState] = useState<Pick<ActState, 'busy' | 'failure'>>({ busy: false, failure: undefined })
  return {
    ...state,
    async run(work, said) {
      if (state.busy) return false
      setState({ busy: true, failure: undefined })
      try {
        await work()
        setState({ busy: false, failure: undefined })
        if (said !== undefined) say(said)
        return true
      } catch (error) {
        setState({ busy: false, failure: asFailure(error) })
        return false
      }
    },
    clear: () => setState({ busy: false, failure: undefined }),
  }
}

function asFailure(error: unknown): ControlFailure {
  if (error instanceof ControlFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ControlFailure(0, { code: 'page_failed', message })
}
