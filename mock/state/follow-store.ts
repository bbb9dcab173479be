import type { Dispatcher } from '../deliveries/dispatcher'
import type { Forwards } from '../deliveries/forwards'
import { faultsSetting } from '../faults/registry'
import type { Journal } from '../journal/journal'
import { type Clock, isControllable } from '../settings/clock'
import type { Logger } from '../settings/logger'
import { isShareable, type Shareable } from '../settings/shareable'
import type { Sharing, StoreChange } from '../store/sharing'
import { createSharedSettings } from './shared-settings'

/** The parts of a state that other processes change by way of the store. */
export interface FollowingParts {
  clock: Clock
  forwards?: Forwards
  faults: Shareable
  dispatcher: Pick<Dispatcher, 'wake' | 'drop' | 'reset'>
  journal: Pick<Journal, 'clear' | 'addNotice'>
  logger: Logger
}

/** Keeps a state in step with the other processes that share its store. */
export interface Follower {
  /** The settings of this process as JSON text by name, for a store to plant together with its data. */
  writeSettings(): Record<string, string>
  /** Takes on the settings of the store, and all changes from now on. */
  begin(): Promise<void>
  /** Adds a notice to the journal: it shows the requests and deliveries of this process alone. */
  announce(): void
  /** Resolves when all settings that were changed in this process are written. */
  written(): Promise<void>
  end(): void
}

/** Makes a follower of a store. It does nothing before it begins. */
export function followStore(sharing: Sharing, parts: FollowingParts): Follower {
  const { clock, forwards, faults, dispatcher, journal, logger } = parts
  const settings = createSharedSettings(sharing, {
    ...(isShareable(clock) && { clock }),
    ...(forwards && isShareable(forwards) && { forwards }),
    [faultsSetting]: faults,
  })
  let endWatch = () => {}

  function announce() {
    journal.addNotice(
      'journal-of-one-process',
      'This journal holds the requests and deliveries of this process. Others that share its store have journals of their own; data, clock, faults and forwards are shared.',
    )
  }

  function take(name?: string) {
    settings.take(name).then(
      () => dispatcher.wake(),
      (error: unknown) => logger.error?.('The settings of other processes could not be read.', error),
    )
  }

  function followClock() {
    if (isControllable(clock)) clock.followOffset?.(sharing.clockOffset?.() ?? 0)
  }

  function follow(change: StoreChange) {
    if (change.kind === 'due') {
      followClock()
      dispatcher.wake()
    } else if (change.kind === 'webhook-ended') dispatcher.drop(change.id)
    else if (change.kind === 'setting') take(change.name)
    else if (change.kind === 'resync') take()
    else {
      dispatcher.reset()
      journal.clear()
      announce()
      dispatcher.wake()
    }
  }

  return {
    writeSettings: settings.writeAll,
    async begin() {
      endWatch()
      endWatch = sharing.watch(follow)
      followClock()
      await settings.open()
      announce()
    },
    announce,
    written: settings.written,
    end() {
      endWatch()
      settings.close()
    },
  }
}
