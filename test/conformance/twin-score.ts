// Scores the twins of ten services that nothing was fitted to: `npx tsx test/conformance/twin-score.ts` prints every score and
// every field that was seen wrong, with `first` or `second` those of services that were looked at.
import { fileURLToPath } from 'node:url'
import { checks, runChecks, type Report, type RunOptions, type Target } from '@event-delivery/conformance'
import * as mock from '@event-delivery/mock'
import { compareWithTwin, type Comparison, type MockModule } from '../contract/twin/comparison'
import { comparisonLines, scoreLine } from '../contract/twin/lines'
import { createTarget } from '../support/backend'
import { describeChoices } from './legal/choices'
import { legalService } from './legal/service'
import { scoreFields } from './twin-fields'
import { seedsOf } from './twin-services'
import type { Choices } from './legal/dimensions'
import type { Dialect } from '../../generated/dialect'

/** A service of the independent family, the dialect that a run saw, and how its twin compares with it. */
export interface Score {
  choices: Choices
  report: Report
  comparison: Comparison
}

/** Judges a target in mode full, and compares it, made anew, with a twin that plays the dialect that was seen. */
export async function compareAnew(make: () => Target, options: RunOptions = {}) {
  const report = await runChecks(make(), checks, { ...options, mode: 'full', seed: 1, samples: 5 })
  const { signal } = new AbortController()
  const played = mock as unknown as MockModule
  const comparison = await compareWithTwin(make(), report.dialect, played, {
    ...options,
    mode: 'full',
    signal,
  })
  return { report, comparison }
}

/** The exchanges in which a twin differs. */
export const differingIn = ({ exchanges }: Comparison) =>
  exchanges.filter(({ differences }) => differences.length > 0)

/** Observes a service in mode full, plays the dialect and compares the two. */
export async function scoreTwin(chosen: number | Partial<Choices>): Promise<Score> {
  const { choices, options } = legalService(chosen)
  return { choices, ...(await compareAnew(() => legalService(chosen).target, options)) }
}

/** The dialect that a run sees of a mock, and the exchanges in which its twin differs. */
export async function scoreMock(dialect: Dialect) {
  const { report, comparison } = await compareAnew(() => createTarget({ dialect }))
  return { seen: report.dialect, total: comparison.total, differing: differingIn(comparison) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sums = { alike: 0, total: 0, right: 0, fields: 0 }
  for (const seed of seedsOf(process.argv[2])) {
    const { choices, report, comparison } = await scoreTwin(seed)
    const fields = scoreFields(choices, report.dialect)
    console.log(`Service ${seed}: ${describeChoices(choices)}`)
    console.log(comparisonLines(comparison).join('\n'))
    for (const { field, chosen, seen } of fields.wrong)
      console.log(`${field} was seen as ${JSON.stringify(seen)}, and is ${JSON.stringify(chosen)}.`)
    console.log(`${fields.right} of ${fields.total} fields of the dialect were seen right.`)
    sums.alike += comparison.alike
    sums.total += comparison.total
    sums.right += fields.right
    sums.fields += fields.total
  }
  console.log(`All these services: ${scoreLine(sums.alike, sums.total)}`)
  console.log(`All these services: ${sums.right} of ${sums.fields} fields seen right.`)
}
