import type { Rulebook } from './document'

/** `rules.ts`: the rulebook as data. */
export function rulesModule(rulebook: Rulebook): string {
  const openQuestions = rulebook.openQuestions.map(({ dialect, ...question }) => ({
    ...question,
    dialectFields: Object.keys(dialect ?? {}),
  }))
  return `
/** A rule of the interface. */
export interface Rule {
  id: string
  /** Breaking a \`must\` is non-conformant, breaking a \`should\` a warning. */
  level: 'must' | 'should'
  operations: readonly string[]
  rule: string
  /** The section of the interface that states it. */
  source: string
  /** Why no check can judge it from outside. */
  unjudged?: string
}

/** A question that the interface leaves open. */
export interface OpenQuestion {
  id: string
  question: string
  /** What the mock does unless its dialect says otherwise. */
  default: string
  alternatives: readonly string[]
  /** The fields of the dialect that state the choice. */
  dialectFields: readonly string[]
}

/** Titles of the chapters, by the prefix of a rule's id. */
export const chapters: Readonly<Record<string, string>> = ${JSON.stringify(rulebook.chapters, null, 2)}

export const rules: readonly Rule[] = ${JSON.stringify(rulebook.rules, null, 2)}

export const openQuestions: readonly OpenQuestion[] = ${JSON.stringify(openQuestions, null, 2)}
`
}
