import type { Dialect } from '../../../generated/dialect'
import { openQuestions } from '../../../generated/rules'
import { CouldNotRun, Violation } from './outcome'
import { equal } from './equal'
import { flagsOf } from './needs'
import type { Check } from './check'
import type { Settings } from './options'

/**
 * A `must` for each field that the pinned dialect states: the deployment has to choose the same. `made` are the run's
 * checks.
 */
export function pinnedChecks(
  { dialect: pinned = {}, mode }: Settings,
  seen: Readonly<Dialect>,
  made: readonly Check[],
): Check[] {
  return (Object.keys(pinned) as (keyof Dialect)[]).map((field) => ({
    id: `DIALECT-${field}`,
    title: `${field} is as the pinned dialect has it`,
    rules: openQuestions.filter(({ dialectFields }) => dialectFields.includes(field)).map(({ id }) => id),
    level: 'must',
    mode: 'read-only',
    needs: [],
    async run() {
      const [expected, received]: unknown[] = [pinned[field], seen[field]]
      if (differs(expected, received)) {
        throw new Violation(this.rules, `${field} differs from the pinned dialect.`, { expected, received })
      }
      if (!isUnseen(expected, received)) return
      const observer = made.find(({ observes }) => observes?.includes(field))
      const remedy = observer ? flagsOf(observer) : mode === 'full' ? undefined : '--mode full'
      throw new CouldNotRun('This run did not see what the deployment chose.', remedy)
    },
  }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Whether what was seen differs from what is stated. Objects are compared by the parts that are both stated and seen. */
function differs(stated: unknown, seen: unknown): boolean {
  if (seen === undefined) return false
  if (!isRecord(stated) || !isRecord(seen)) return !equal(stated, seen)
  return Object.entries(stated).some(([name, value]) => name in seen && !equal(value, seen[name]))
}

function isUnseen(stated: unknown, seen: unknown): boolean {
  if (!isRecord(stated) || !isRecord(seen)) return seen === undefined
  // Not every signature scheme has a header to name: one that is stated in vain is not awaited.
  return Object.keys(stated).some((name) => !(name in seen) && name !== 'header')
}
