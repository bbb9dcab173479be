import { dialectSchema, type Dialect } from '../../../generated/dialect'
import { openQuestions } from '../../../generated/rules'
import { CouldNotRun, NotApplicable, Violation } from './outcome'
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
    restsOn: 'No clause of the interface: the dialect that the run was given',
    leavesOpen: 'The interface leaves the choice open, and the pinned dialect settles it.',
    level: 'must',
    mode: 'read-only',
    needs: [],
    async run() {
      const [expected, received]: unknown[] = [pinned[field], seen[field]]
      if (differs(field, expected, received)) {
        throw new Violation(this.rules, `${field} differs from the pinned dialect.`, { expected, received })
      }
      if (!isUnseen(expected, received)) return
      // A quick run makes few of the checks that see choices, and was not asked for the others.
      if (made.every(({ quick }) => quick))
        throw new NotApplicable('A quick run does not look for it.', 'without --quick')
      const observer = made.find(({ observes }) => observes?.includes(field))
      const remedy = observer ? flagsOf(observer) : mode === 'full' ? undefined : '--mode full'
      throw new CouldNotRun('This run did not see what the deployment chose.', remedy)
    },
  }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/**
 * Whether what was seen differs from what is stated. A field whose parts are seen one by one is compared by the parts that are
 * both stated and seen, any other as a whole.
 */
function differs(field: keyof Dialect, stated: unknown, seen: unknown): boolean {
  if (seen === undefined) return false
  return hasParts(field) ? partsDiffer(stated, seen) : !equal(stated, seen)
}

function hasParts(field: keyof Dialect): boolean {
  const { properties } = dialectSchema as { properties: Readonly<Record<string, { type?: unknown }>> }
  return properties[field]?.type === 'object'
}

function partsDiffer(stated: unknown, seen: unknown): boolean {
  if (!isRecord(stated) || !isRecord(seen)) return !equal(stated, seen)
  // The source of a value is one thing, although it is written as an object. Its sample is another one in each run.
  if (sourceParts.some((part) => part in stated || part in seen))
    return !equal({ ...stated, sample: undefined }, { ...seen, sample: undefined })
  return Object.entries(stated).some(
    ([name, value]) => name !== 'sample' && name in seen && partsDiffer(value, seen[name]),
  )
}

/** The parts by which the source of a further field or header is known. */
const sourceParts = ['constant', 'copy', 'template', 'kind']

function isUnseen(stated: unknown, seen: unknown): boolean {
  if (!isRecord(stated) || !isRecord(seen)) return seen === undefined
  // Not every signature scheme has a header to name: one that is stated in vain is not awaited.
  return Object.keys(stated).some((name) => !(name in seen) && !['header', 'sample'].includes(name))
}
