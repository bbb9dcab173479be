import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Frames } from '../store/batches'
import type { PageState } from '../store/page-state'
import { createStore, type Store } from '../store/store'
import { type Control, type ControlOptions, createControl } from '../transport/control'
import { createMockClock, type MockClock } from './mock-clock'

/** Everything that components share. */
export interface App {
  control: Control
  store: Store
  page: PageState
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

/** A payload that was put aside to be compared. */
export interface Compared {
  /** What it is, in words. */
  title: string
  text: string
}

/** The two payloads of a comparison: the earlier of two stays, and a third replaces the later one. */
export function withCompared(before: readonly Compared[], added: Compared): Compared[] {
  return [...before.slice(0, 1), added]
}

/** The parts that the page brings, or the program that mounts it. */
interface AppOptions extends Omit<ControlOptions, 'session'> {
  page: PageState
  root: Document | ShadowRoot
  frames: Frames
}

// Milliseconds of real time. Many changes at once cause one reading of each resource.
const settleFor = 300

/** Makes the parts that all components share, and begins to follow the journal. */
export function createApp({ page, root, frames, ...options }: AppOptions): App & { stop(): void } {
  const control = createControl({ ...options, session: page.session })
  const store = createStore({ control, page, frames })
  const clock = createMockClock(control)
  const said = signal('')
  const changes = signal(0)
  const cursor = signal<string | null>(null)
  const compared = signal<readonly Compared[]>([])
  let planned: ReturnType<typeof setTimeout> | undefined

  function changed(): void {
    changes.value++
  }

  const stopWatching = effect(() => {
    void store.news.value
    void store.link.value
    planned ??= setTimeout(() => {
      planned = undefined
      changed()
      clock.read().catch(() => {})
    }, settleFor)
  })
  const stopActing = effect(() => {
    if (control.lastAct.value) changes.value = changes.peek() + 1
  })

  return {
    control,
    store,
    page,
    clock,
    cursor,
    compared,
    root,
    said,
    say: (text) => (said.value = text),
    changes,
    changed,
    stop() {
      stopWatching()
      stopActing()
      clearTimeout(planned)
      clock.stop()
      store.stop()
    },
  }
}
