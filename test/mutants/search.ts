import { expect, test } from 'vitest'
import { checks, runChecks, type Check, type CheckResult, type RunOptions } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { rules } from '../../generated/rules'
import type { Mutant } from '../support/breakage'

/** How a search for a mutant ended. */
interface Search {
  /** The check that named one of the mutant's rules. */
  found?: string
  /** The words of every check that blamed the service. */
  blamed: string[]
}

/** The checks that judge one of a mutant's rules. */
export function ownChecks({ rule, besides = [] }: Mutant): Check[] {
  return checks.filter((check) => check.rules.some((one) => one === rule || besides.includes(one)))
}

/**
 * Has checks judge a mutant until one of them names a rule that it breaks. The random requests are few and always the
 * same, so that none of them finds by chance what no other check looks for.
 */
export async function search(
  mutant: Mutant,
  by: readonly Check[],
  options: RunOptions = {},
): Promise<Search> {
  const { rule, besides = [], break: breakage, keys, plan, mode = 'full' } = mutant
  const broken = [rule, ...besides]
  // A warning leaves the service conformant: it is no finding where a rule is broken that a service must keep.
  const least = rules.find(({ id }) => id === rule)?.level === 'should' ? ['failed', 'warned'] : ['failed']
  const target = createTarget({}, breakage)
  const stop = new AbortController()
  const blamed: string[] = []
  let found: string | undefined
  const note = ({ id, status, message, violates = [] }: CheckResult) => {
    if (status !== 'failed' && status !== 'warned' && status !== 'errored') return
    blamed.push(`${id}: ${status} ${message}`)
    if (!least.includes(status) || !violates.some((one) => broken.includes(one))) return
    found ??= id
    stop.abort()
  }
  const settings = { mode, plan, samples: 1, seed: 1, onResult: note, signal: stop.signal, ...options }
  await runChecks({ ...target, keys: { ...target.keys, ...keys } }, by, settings)
  await target.backend.close()
  return { found, blamed }
}

/**
 * Tests that each of the mutants is found in its least mode: by the check that found the one before it of its kind, else by
 * the checks of its rules, else by the whole suite, as some show only in a long list or beside other requests.
 */
export function testEach(mutants: readonly Mutant[]): void {
  const finders = new Map<string, Check>()
  for (const mutant of mutants) {
    const { id, rule, family, title, mode = 'full' } = mutant
    test(`in mode ${mode} a backend is found to break ${rule}: ${title} (${id})`, async () => {
      const kind = `${family} ${rule}`
      const finder = finders.get(kind)
      const blamed: string[] = []
      for (const by of [finder ? [finder] : [], ownChecks(mutant), checks]) {
        const ended = await search(mutant, by)
        blamed.push(...ended.blamed)
        const check = checks.find((one) => one.id === ended.found)
        if (check) finders.set(kind, check)
        if (ended.found !== undefined) return
      }
      expect.fail(blamed.join('\n') || 'No check blames it.')
    })
  }
}
