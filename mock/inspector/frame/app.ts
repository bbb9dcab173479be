import { effect, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ActiveForward } from '../../deliveries/forwards'
import type { ActiveFault } from '../../faults/fault'
import type { Frames } from '../store/batches'
import type { PageState } from '../store/page-state'
import { Store } from '../store/store'
import { Control, type ControlOptions } from '../transport/control'
import { type ClockReading, MockClock } from './mock-clock'

/** The parts that the page brings, or the program that mounts it. */
interface AppOptions extends Omit<ControlOptions, 'session'> {
  page: PageState
  root: Document | ShadowRoot
  frames: Frames
}

/** The answer of `GET /__mock/in-force`. */
export interface Forces {
  clock: ClockReading
  faults: ActiveFault[]
  forwards: ActiveForward[]
  /** The fields of the dialect that are not the default. */
  dialect: string[]
  /** Requests per second. Absent where the plan has no limit. */
  rate?: number
}

// Milliseconds of real time. Many changes at once cause one reading of each resource.
const settleFor = 300
// Milliseconds of real time.
const askEvery = 2_000
// Milliseconds of real time. A stream that tells nothing looks like one of a mock that stands still, so the answers are watched.
const answersWithin = 8_000

/** Everything that components share. It follows the journal until it is stopped. */
export class App {
  readonly control: Control
  readonly store: Store
  readonly page: PageState
  readonly clock: MockClock
  /** The root of the page: its document, or the shadow root that it is mounted in. */
  readonly root: Document | ShadowRoot
  /** The id of the row that the keys move from. */
  readonly cursor = signal<string | null>(null)
  /** The payloads that were put aside to be compared: two at most. */
  readonly compared = signal<readonly Compared[]>([])
  /** The drafts of forms, by the names of the forms: a form that is opened anew shows what was typed into it. */
  readonly drafts = new Map<string, unknown>()
  /** The URL of the reader's own receiver, as it was typed last. */
  readonly receiver = signal('http://localhost:3000/hooks')
  /** The message that the page shows now, to screen readers too. */
  readonly said = signal('')
  /** What is in force, as the mock told it last. */
  readonly forces = signal<Forces>()
  /** Grows after each act and each change that the journal tells of. A component that shows a resource reads it again then. */
  readonly changes = signal(0)
  readonly #effects: (() => void)[]
  #planned: ReturnType<typeof setTimeout> | undefined

  constructor({ page, root, frames, ...options }: AppOptions) {
    this.page = page
    this.root = root
    this.control = new Control({ ...options, session: page.session })
    this.store = new Store({ control: this.control, page, frames })
    this.clock = new MockClock(() => this.store.link.value === 'live')
    this.#effects = [
      effect(() => {
        void this.store.news.value
        void this.store.link.value
        this.#planned ??= setTimeout(() => {
          this.#planned = undefined
          this.readAgain()
        }, settleFor)
      }),
      effect(() => {
        if (this.control.lastAct.value) this.readAgain()
      }),
    ]
    void this.#readForces()
    // Neither the time nor an act of somebody else stands in the journal.
    const timer = setInterval(() => this.store.link.value === 'live' && void this.#readForces(), askEvery)
    this.#effects.push(() => clearInterval(timer))
  }

  /** Shows a message for a moment. */
  say = (text: string): void => {
    this.said.value = text
  }

  /** Asks the mock for its time and for what is in force. Where the mock does not answer, the page keeps what it knew. */
  async #readForces(): Promise<void> {
    const call = { method: 'GET', path: '/__mock/in-force' }
    const late = setTimeout(() => this.store.lose(), answersWithin)
    const forces = await this.control.call<Forces>(call).catch(() => undefined)
    clearTimeout(late)
    if (!forces) return
    this.forces.value = forces
    this.clock.show(forces.clock)
  }

  /** Goes on with a token, and resolves with whether the mock accepts it. */
  async begin(token: string): Promise<boolean> {
    if (!(await this.control.useToken(token))) return false
    this.store.retry()
    this.readAgain()
    return true
  }

  /** Reads what is in force, and lets each component that shows a resource read it again. */
  readAgain(): void {
    this.changes.value = this.changes.peek() + 1
    void this.#readForces()
  }

  stop(): void {
    for (const end of this.#effects) end()
    clearTimeout(this.#planned)
    this.clock.stop()
    this.store.stop()
  }
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
  /** The name of the payload, in words. */
  title: string
  text: string
}
