import { effect, signal } from '@preact/signals'
import { createControl, type ControlOptions } from '../transport/control'
import { createStore } from '../store/store'
import type { Place } from '../store/place'
import type { Frames } from '../store/batches'
import type { Compared } from '../acts/compare/compared'
import type { App } from './app-context'
import { createMockClock } from './mock-clock'

/** The parts that the page brings, or the program that mounts it. */
export interface AppOptions extends Omit<ControlOptions, 'session'> {
  place: Place
  root: Document | ShadowRoot
  frames: Frames
}

// Milliseconds of real time. Many changes at once cause one reading of each resource.
const settleFor = 300

/** Makes the parts that all components share, and begins to follow the journal. */
export function createApp({ place, root, frames, ...options }: AppOptions): App & { stop(): void } {
  const control = createControl({ ...options, session: place.session })
  const store = createStore({ control, place, frames })
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
    place,
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
