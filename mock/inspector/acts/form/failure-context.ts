import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ControlFailure } from '../../transport/control-failure'

const context = createContext<ControlFailure | undefined>(undefined)

export const FailureProvider = context.Provider

/** The sentence that the mock said of one field of a form, `undefined` where it said none. */
export function useProblemOf(name: string): string | undefined {
  const failure = useContext(context)
  return failure?.param === name ? failure.message : undefined
}
