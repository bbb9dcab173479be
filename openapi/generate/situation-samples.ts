import type { SituationSample } from '../model'
import type { Rulebook } from './document'

/** `situation-samples.ts`: where each situation is met, and what the mock says then, for documents of one dialect. */
export function situationSamplesModule({ situations = {} }: Rulebook): string {
  const samples = Object.fromEntries(
    Object.entries(situations).map(([name, { when, operations, unless, sample }]) => {
      const described: SituationSample = { when, operations, unless, ...sample }
      return [name, described]
    }),
  )
  return `
import type { SituationSample } from '../openapi/model'
import type { Situation } from './situations'

/** An answer to a request in each situation. */
export const situationSamples: Readonly<Record<Situation, SituationSample>> = ${JSON.stringify(samples, null, 2)}
`
}
