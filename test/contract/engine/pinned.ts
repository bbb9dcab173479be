import type { Dialect } from '../../../generated/dialect'
import { openQuestions } from '../../../generated/rules'
import { CouldNotRun, Violation } from './outcome'
import { equal } from './equal'
import type { Check } from './check'
import type { Session } from './session'

/** One `must` for each field that the pinned dialect states: the deployment chose the same. */
export function pinnedChecks(session: Session): Check[] {
  const pinned = Object.entries(session.options.dialect ?? {}) as [keyof Dialect, unknown][]
  return pinned.map(([field, stated]) => ({
    id: `DIALECT-${field}`,
    title: `${field} is as the pinned dialect has it`,
    rules: openQuestions.filter(({ dialectFields }) => dialectFields.includes(field)).map(({ id }) => id),
    level: 'must',
    mode: 'read-only',
    needs: [],
    async run() {
      const seen: unknown = session.dialect[field]
      if (differs(stated, seen)) {
        throw new Violation(this.rules, `${field} differs from the pinned dialect.`, {
          expected: stated,
          received: seen,
        })
      }
      // Only a 429 shows it, and only the check that knows the plan provokes one.
      const remedy =
        field === 'retryAfter' ? '--mode full --plan' : session.mode === 'full' ? undefined : '--mode full'
      if (isUnseen(stated, seen))
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
