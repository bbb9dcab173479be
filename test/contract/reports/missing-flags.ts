import { mostUsual } from '../engine/group-by'
import { isJudged, judgeRules } from '../engine/verdict'
import { modes } from '../engine/vocabulary'
import type { Report } from '../engine/report'

/** The flags that would have further rules judged, and how many rules. */
export interface MissingFlags {
  flags: string[]
  rules: number
}

/** Finds the fewest flags that would have all rules judged for which a check of the run names a flag. */
export function missingFlags({ checks }: Pick<Report, 'checks'>): MissingFlags {
  const open = judgeRules(checks)
    .filter(({ state }) => !isJudged(state))
    .map(
      ({ results }) =>
        new Set(results.flatMap(({ remedy }) => (remedy === undefined ? [] : [flagIn(remedy)]))),
    )
    .filter((flags) => flags.size > 0)
  const flags: string[] = []
  let left = open
  while (left.length > 0) {
    const best = mostUsual(left.flatMap((named) => [...named])) ?? ''
    flags.push(best)
    left = left.filter((needed) => !needed.has(best))
  }
  const greatest = [...modes].reverse().find((mode) => flags.includes(`--mode ${mode}`))
  const wanted = flags.filter((flag) => !flag.startsWith('--mode ') || flag === `--mode ${greatest}`)
  return { flags: wanted, rules: open.length }
}

/** The rules that further flags would add, as the end of a sentence: `--expired-key and --plan would add 3 rules`. */
export function describeMissing(report: Pick<Report, 'checks'>): string | undefined {
  const { flags, rules } = missingFlags(report)
  if (flags.length === 0) return undefined
  return `${new Intl.ListFormat('en-GB').format(flags)} would add ${rules} ${rules === 1 ? 'rule' : 'rules'}`
}

/** The flag of a remedy, without the form of its value. A mode is told by its value. */
function flagIn(remedy: string): string {
  const [flag = remedy] = /--mode \S+|without --[a-z-]+|--[a-z-]+/.exec(remedy) ?? []
  return flag
}
