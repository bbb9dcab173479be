import { expect } from 'vitest'
import { runChecks, type Check, type Report, type RunOptions } from '@event-delivery/conformance'
import { rules } from '../../generated/rules'
import { createTarget } from '../support/backend'
import type { Mutant } from '../support/breakage'
import { generatedMutants } from './traps/index'
import { mutants } from './index'

/** The mutant of an id, written by hand or generated. */
export function mutantOf(id: string): Mutant {
  const mutant = [...mutants, ...generatedMutants].find((one) => one.id === id)
  if (!mutant) throw new TypeError(`There is no mutant ${id}.`)
  return mutant
}

/** Has some checks judge a mutant, and expects one of them to name the rule that the mutant breaks. */
export async function expectFound(
  { rule, break: breakage, keys, plan }: Mutant,
  checks: readonly Check[],
  options: RunOptions = {},
): Promise<Report> {
  const target = createTarget({}, breakage)
  const report = await runChecks({ ...target, keys: { ...target.keys, ...keys } }, checks, {
    mode: 'full',
    plan,
    ...options,
  })
  const statuses = report.checks.map(({ id, status, message }) => `${id}: ${status} ${message}`)
  const naming = report.checks.filter(({ violates }) => violates?.includes(rule))
  const isShould = rules.find(({ id }) => id === rule)?.level === 'should'
  expect(report.checks.filter(({ status }) => status === 'errored')).toEqual([])
  expect(
    naming.map(({ status }) => status),
    statuses.join('\n'),
  ).toContain(isShould ? 'warned' : 'failed')
  return report
}
