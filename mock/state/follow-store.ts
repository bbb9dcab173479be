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

/** Keeps a state in step with the other processes that share its store, once it has begun. */
export function followStore(sharing: Sharing, parts: FollowingParts) {
  const { clock, forwards, faults, dispatcher, journal, logger } = parts
  const settings = createSharedSettings(sharing, {
    ...(isShareable(clock) && { clock }),
    ...(forwards && isShareable(forwards) && { forwards }),
    [faultsSetting]: faults,
  })
  let endWatch = () => {}

  /** Adds a notice to the journal: it shows the requests and deliveries of this process alone. */
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
    /** Takes on the settings of the store, and all changes from now on. */
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
