// Scores the twins of ten services that nothing was fitted to: `npx tsx test/conformance/twin-score.ts` prints every score and
// every field that was seen wrong, with `first` or `second` those of services that were looked at.
import { fileURLToPath } from 'node:url'
import { checks, runChecks, type Report } from '@event-delivery/conformance'
import * as mock from '@event-delivery/mock'
import { compareWithTwin, type Comparison } from '../contract/twin/comparison'
import { comparisonLines, scoreLine } from '../contract/twin/lines'
import { describeChoices } from './legal/choices'
import { legalService } from './legal/service'
import { scoreFields } from './twin-fields'
import { seedsOf } from './twin-services'
import type { Choices } from './legal/dimensions'
import type { MockModule } from '../contract/twin/mock'

/** A service of the independent family, the dialect that a run saw, and how its twin compares with it. */
export interface Score {
  choices: Choices
  report: Report
  comparison: Comparison
}

/** Observes a service in mode full, plays the dialect and compares the two. */
export async function scoreTwin(chosen: number | Partial<Choices>): Promise<Score> {
  const service = legalService(chosen)
  const report = await runChecks(service.target, checks, {
    ...service.options,
    mode: 'full',
    seed: 1,
    samples: 5,
  })
  const fresh = legalService(chosen)
  const signal = new AbortController().signal
  const options = { ...fresh.options, mode: 'full', signal } as const
  const comparison = await compareWithTwin(
    fresh.target,
    report.dialect,
    mock as unknown as MockModule,
    options,
  )
  return { choices: service.choices, report, comparison }
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
