import type { Dialect } from '../../../generated/dialect'
import { openQuestions } from '../../../generated/rules'
import { CouldNotRun, Violation } from './outcome'
import { equal } from './equal'
import { flagsOf } from './needs'
import type { Check } from './check'
import type { Settings } from './options'

/** One `must` for each field that the pinned dialect states: the deployment chose the same. */
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

/** Objects are compared part by part: one part that was seen and differs is enough, and what is not stated is not pinned. */
function differs(stated: unknown, seen: unknown): boolean {
  if (seen === undefined) return false
  if (!isRecord(stated) || !isRecord(seen)) return !equal(stated, seen)
  return Object.entries(stated).some(([name, value]) => name in seen && !equal(value, seen[name]))
}

function isUnseen(stated: unknown, seen: unknown): boolean {
  if (!isRecord(stated) || !isRecord(seen)) return seen === undefined
  // A scheme that needs no header to be named ignores one that is.
  return Object.keys(stated).some((name) => !(name in seen) && name !== 'header')
}
