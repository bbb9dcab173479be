import type { BrokenRule, SituationSample } from '../model'
import { operationsOf, type Document, type Rulebook } from './document'

/** `situation-samples.ts`: where each situation is met, what it breaks, and what the mock names then, for documents of one dialect. */
export function situationSamplesModule(rulebook: Rulebook, document: Document): string {
  const { situations = {} } = rulebook
  const all = [...operationsOf(document.paths)].map(({ operation }) => operation.operationId)
  const samples = Object.fromEntries(
    Object.entries(situations).map(([name, { when, rules, operations = all, unless, sample }]) => {
      const broken = rules.map((id) => brokenRule(id, name, rulebook))
      const { message: _message, ...named } = sample
      const described: SituationSample = { when, rules: broken, operations, unless, ...named }
      return [name, described]
    }),
  )
  return `
import type { SituationSample } from '../openapi/model'
import type { Situation } from './situations'

/** The examples of situations: where each is met, which rules it breaks, and what the mock's refusal names. */
export const situationSamples: Readonly<Record<Situation, SituationSample>> = ${JSON.stringify(samples, null, 2)}
`
}

/** The rule or the open question with an id. Throws an error that names the situation where there is none. */
function brokenRule(id: string, situation: string, { rules, openQuestions }: Rulebook): BrokenRule {
  const rule = rules.find((one) => one.id === id)
  if (rule) return { id, text: rule.rule, source: rule.source, operations: rule.operations }
  const question = openQuestions.find((one) => one.id === id)
  if (question) return { id, text: question.question, default: question.default }
  throw new Error(`The situation ${situation} names the rule ${id}, and there is none.`)
}
