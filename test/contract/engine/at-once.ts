import type { Check } from './check'

const isMain = ({ phase = 'main' }: Check) => phase === 'main'
const isAlone = (check: Check) => check.lane === 'alone' || !isMain(check)
const ofLists = ({ lane }: Check) => lane === 'lists'

/**
 * Checks in groups whose checks may be made at once, nearly in their order: what is made alone follows the group in which it stands,
 * and choices are noted when nothing else is judged.
 */
export function groupsOf(checks: readonly Check[]): Check[][] {
  const isChoice = (check: Check) => check.lane === 'choices' && isMain(check)
  const groups: Check[][] = []
  const apart: Check[][] = []
  let group: Check[] = []
  for (const check of checks.filter((one) => isMain(one) && !isChoice(one))) {
    if (isAlone(check)) {
      apart.push([check])
      continue
    }
    const [first] = group
    if (first && ofLists(first) !== ofLists(check)) {
      groups.push(group, ...apart.splice(0))
      group = []
    }
    group.push(check)
  }
  const late = checks.filter((check) => !isMain(check)).map((check) => [check])
  return [...groups, group, ...apart, checks.filter(isChoice), ...late].filter(({ length }) => length > 0)
}
