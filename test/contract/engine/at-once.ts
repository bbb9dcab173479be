import type { Check } from './check'

/** The most checks of a run that are made at once, unless an option says otherwise. */
export const usualConcurrency = 4

/**
 * The kind of a check of the main phase: checks of one kind may be made at once. Checks of lists create few events and tolerate
 * those of one another.
 */
function kindOf({ rules: [first = ''] }: Check): 'lists' | 'choices' | 'other' {
  if (first.startsWith('PG-')) return 'lists'
  return first.startsWith('OQ-') ? 'choices' : 'other'
}

/**
 * Checks in groups whose checks may be made at once, nearly in their order: what is made alone follows the group in which it stands,
 * and choices are noted when nothing else is judged.
 */
export function groupsOf(checks: readonly Check[]): Check[][] {
  const groups: Check[][] = []
  const isMain = ({ phase = 'main' }: Check) => phase === 'main'
  const main = checks.filter(isMain)
  const choices = main.filter((check) => kindOf(check) === 'choices' && !check.alone)
  const apart: Check[] = []
  let [kind, group]: [string, Check[]] = ['', []]
  const close = () => groups.push(group, ...apart.splice(0).map((check) => [check]))
  for (const check of main.filter((one) => !choices.includes(one))) {
    if (check.alone) apart.push(check)
    else if (kindOf(check) === kind) group.push(check)
    else {
      close()
      ;[kind, group] = [kindOf(check), [check]]
    }
  }
  close()
  const late = checks.filter((check) => !isMain(check)).map((check) => [check])
  return [...groups, choices, ...late].filter(({ length }) => length > 0)
}

/** Whether the late assertions of a check are about deliveries alone, so that they may be made together with others of the kind. */
export function isOfDeliveries({ rules: [first = ''] }: Check): boolean {
  return /^(DL|WD)-/.test(first)
}
