import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Compared } from '../acts/compare/compared'
import type { Place } from '../store/place'
import type { Store } from '../store/store'
import type { Control } from '../transport/control'
import type { MockClock } from './mock-clock'

/** Everything that components share. */
export interface App {
  control: Control
  store: Store
  place: Place
  clock: MockClock
  /** The id of the row that the keys move from. */
  cursor: Signal<string | null>
  /** The payloads that were put aside to be compared: two at most. */
  compared: Signal<readonly Compared[]>
  /** The root of the page: its document, or the shadow root that it is mounted in. */
  root: Document | ShadowRoot
  /** Says something for a moment, to screen readers too. */
  say(text: string): void
  readonly said: ReadonlySignal<string>
  /** Grows after each act and each change that the journal tells of: whoever shows a resource reads it again. */
  readonly changes: ReadonlySignal<number>
  changed(): void
}

const context = createContext<App | undefined>(undefined)

export const AppProvider = context.Provider

/** The parts that all components share. */
export function useApp(): App {
  const app = useContext(context)
  if (!app) throw new Error('A component of the inspector stands outside of it.')
  return app
}
