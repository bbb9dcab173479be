import type { OpenQuestion } from '../model'
import type { Rulebook } from './document'

/** `rules.ts`: the rulebook as data. */
export function rulesModule(rulebook: Rulebook): string {
  const openQuestions: OpenQuestion[] = rulebook.openQuestions.map(({ dialect, ...question }) => ({
    ...question,
    dialectFields: Object.keys(dialect ?? {}),
  }))
  return `
import type { OpenQuestion, Rule } from '../openapi/model'

/** Titles of the chapters, by the prefix of a rule's id. */
export const chapters: Readonly<Record<string, string>> = ${JSON.stringify(rulebook.chapters, null, 2)}

export const rules: readonly Rule[] = ${JSON.stringify(rulebook.rules, null, 2)}

export const openQuestions: readonly OpenQuestion[] = ${JSON.stringify(openQuestions, null, 2)}
`
}
