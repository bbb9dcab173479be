import { groupBy } from '../engine/group-by'

/** One difference of two runs or dialects. */
export interface Difference {
  /** The kind of thing that differs, as a heading: `Verdict`, `Dialect`, `Checks`. */
  group: string
  /** The field, check or rule that differs. */
  name: string
  before: string
  after: string
}

/** The group of what got worse, and that of what one of two runs did not judge or see. */
export const [worse, unjudged] = ['Worse', 'Not judged by one of them']

/** How bad a word is that tells a verdict, the state of a rule or the status of a check: a word without a number is good. */
const badness: Readonly<Record<string, number>> = {
  ...{ 'non-conformant': 4, broken: 4, failed: 4 },
  ...{ error: 3, errored: 3, warned: 2, 'could-not-run': 1, incomplete: 1 },
}
const judgedGroups: ReadonlySet<string> = new Set(['Run', 'Rules', 'Checks'])
const unseen: ReadonlySet<string> = new Set([
  ...['not-applicable', 'unjudgeable', 'unsettled', 'not run', 'not seen'],
])

/** Differences in the order in which a reader needs them: what got worse, all others, and what one side did not judge. */
export function ranked(differences: readonly Difference[]): Difference[] {
  const groups = groupBy(differences, placeOf)
  const move = (place: string) => (groups.get(place) ?? []).map((one) => ({ ...one, group: place }))
  return [...move(worse), ...(groups.get('') ?? []), ...move(unjudged)]
}

/** The group that a difference moves to; an empty text where it stays in its own. */
function placeOf({ group, before, after }: Difference): string {
  if ([before, after].some((one) => unseen.has(one))) return unjudged
  const [was, is] = [before, after].map((one) => badness[one.split(' ')[0] ?? ''] ?? 0) as [number, number]
  return judgedGroups.has(group) && is > was ? worse : ''
}

/** A line for what one side did not judge, which is mostly what its flags left out; none where both judged the same. */
export function foldedLine(differences: readonly Difference[]): string[] {
  const { length } = differences.filter(({ group }) => group === unjudged)
  const what = length === 1 ? 'rule, check or choice was' : 'rules, checks and choices were'
  return length === 0 ? [] : [`${length} ${what} judged or seen by one of them alone: --html lists them.`]
}
