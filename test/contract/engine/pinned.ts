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
      const missing = unseen(stated, seen)
      // Only a 429 shows it, and only the check that knows the plan provokes one.
      const remedy =
        field === 'retryAfter' ? '--mode full --plan' : session.mode === 'full' ? undefined : '--mode full'
      if (missing) throw new CouldNotRun('This run did not see what the deployment chose.', remedy)
      if (agrees(stated, seen)) return
      const ids = this.rules
      throw new Violation(ids, `${field} differs from the pinned dialect.`, {
        expected: stated,
        received: seen,
      })
    },
  }))
}

function unseen(stated: unknown, seen: unknown): boolean {
  if (seen === undefined) return true
  if (typeof stated !== 'object' || stated === null || typeof seen !== 'object' || seen === null) return false
  return Object.keys(stated).some((name) => !(name in seen) && name !== 'header')
}

/** Objects agree when each part that is stated does: what is not stated is not pinned. */
function agrees(stated: unknown, seen: unknown): boolean {
  if (typeof stated !== 'object' || stated === null || typeof seen !== 'object' || seen === null) {
    return equal(stated, seen)
  }
  return Object.entries(stated).every(([name, value]) =>
    equal(value, (seen as Record<string, unknown>)[name]),
  )
}
