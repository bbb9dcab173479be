import { checks, runChecks, type Check, type CheckResult, type RunOptions } from '@event-delivery/conformance'
import counts from '../../generated/request-counts.json'
import { inOrder } from '../contract/engine/check'
import { createTarget } from '../support/backend'
import { rules } from '../../generated/rules'
import type { Mutant } from '../support/breakage'

/** How a search for a mutant ended. */
interface Search {
  /** The check that named one of the mutant's rules. */
  found?: string
  /** The rules that this check named. */
  violates: readonly string[]
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
  const finding = rules.find(({ id }) => id === rule)?.level === 'should' ? 'warned' : 'failed'
  const target = createTarget({}, breakage)
  const stop = new AbortController()
  const blamed: string[] = []
  let found: string | undefined
  let named: readonly string[] = []
  const note = ({ id, status, message, violates = [] }: CheckResult) => {
    if (status !== 'failed' && status !== 'warned' && status !== 'errored') return
    blamed.push(`${id}: ${status} ${message}`)
    if (status !== finding || !violates.some((one) => broken.includes(one))) return
    if (found === undefined) [found, named] = [id, violates]
    stop.abort()
  }
  const settings = { mode, plan, samples: 1, seed: 1, onResult: note, signal: stop.signal, ...options }
  await runChecks({ ...target, keys: { ...target.keys, ...keys } }, by, settings)
  await target.backend.close()
  return { found, violates: named, blamed }
}

/** How many requests a check sends that is made alone in mode full: most of the time that it takes. */
function costOf({ id }: Check): number {
  const all: Readonly<Partial<Record<string, readonly number[]>>> = counts.full
  return all[id]?.[2] ?? 0
}

/** Checks in the order of their phases, and within each the cheapest first. */
export function cheapestFirst(checks: readonly Check[]): Check[] {
  return inOrder([...checks].sort((a, b) => costOf(a) - costOf(b)))
}

/**
 * Finds mutants in their least mode: by checks that found others of their rule, the latest one first, else by the other checks of their
 * rules, the cheapest first, else by the whole suite, as some show only in a long list or beside other requests.
 */
export class Finder {
  /** The checks that found mutants of each rule. */
  readonly #finders = new Map<string, Set<Check>>()

  async find(mutant: Mutant): Promise<Search> {
    const finders = this.#finders.get(mutant.rule) ?? new Set()
    this.#finders.set(mutant.rule, finders)
    const blamed: string[] = []
    const others = ownChecks(mutant).filter((check) => !finders.has(check))
    for (const by of [[...finders].reverse(), cheapestFirst(others), checks]) {
      const ended = by.length > 0 ? await search(mutant, by) : { blamed: [], found: undefined, violates: [] }
      blamed.push(...ended.blamed)
      if (ended.found === undefined) continue
      // What every answer is held against is no check of its own.
      const check = checks.find(({ id }) => id === ended.found)
      if (check) finders.delete(check)
      if (check) finders.add(check)
      return { ...ended, blamed }
    }
    return { violates: [], blamed: blamed.length > 0 ? blamed : ['No check blames it.'] }
  }
}
