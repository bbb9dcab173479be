import type { CompleteDialect } from '../../generated/dialect'
import { additionsOf } from './additions'
import { isControllable, type Clock } from './clock'
import { createClock } from './movable-clock'
import { idempotencyPlaces } from './idempotency-places'
import { createIds, createUnorderedIds, type IdSource } from './random'
import type { Logger } from './logger'
import { createMemory, defaultMaxMemory } from './memory'
import type { Metrics } from './metrics'
import { planTerms, type Plan } from './plan'
import { defaultLimits, type Limits, type Settings } from './settings'

/** The options of a backend that its settings are made of. */
interface SettingsOptions {
  ids?: IdSource
  logger?: Logger
  plan?: Plan
  limits?: Partial<Limits>
  maxMemory?: number
  metrics?: Metrics
}

/** The settings of the main state. */
export function settingsOf(
  { ids, logger = {}, plan = 'none', limits, maxMemory = defaultMaxMemory, metrics }: SettingsOptions,
  { dialect, ...sources }: Pick<Settings, 'dialect' | 'clock' | 'random'>,
): Settings {
  const shared = {
    ...sources,
    ...{ logger, metrics },
    plan: planTerms(plan),
    limits: { ...defaultLimits, ...limits },
    memory: createMemory(maxMemory),
  }
  return settingsFor(shared, dialect, ids)
}

/** Settings completed for a dialect. */
export function settingsFor(
  shared: Omit<Settings, 'dialect' | 'additions' | 'bodyLimits' | 'idempotencyPlaces' | 'ids'>,
  dialect: CompleteDialect,
  ids?: IdSource,
): Settings {
  const { clock, random, limits } = shared
  const { maxPayloadBytes: bytes, contentTypes } = dialect
  const isListedById = dialect.listOrder === 'by-id'
  return {
    ...shared,
    dialect,
    additions: additionsOf(dialect),
    bodyLimits: { bytes, nesting: limits.nesting, anyType: contentTypes === 'any' },
    idempotencyPlaces: idempotencyPlaces(dialect),
    ids: ids ?? (isListedById ? createUnorderedIds(random) : createIds(clock, random)),
  }
}

/** A clock of its own that begins where another one is. One that cannot be moved is the same for all. */
export function branchOf(clock: Clock): Clock {
  if (!isControllable(clock)) return clock
  return clock.branch?.() ?? createClock({ now: clock.now(), running: !clock.frozen })
}
