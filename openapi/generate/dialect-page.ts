import { dialectFields } from './dialect'
import type { Rulebook } from './document'
import { formatMarkdown, markdownTable, withSection } from './markdown'
import { situationsTable } from './situations'

/** `docs/dialects.md` with its tables of fields made anew. */
export function dialectPage(page: string, rulebook: Rulebook): Promise<string> {
  const fields = Object.entries(dialectFields(rulebook))
  const values = markdownTable(
    ['Field', 'Values', 'Default', 'What it decides', 'Question'],
    fields.map(([name, { values, default: value, description, openQuestion }]) => [
      `\`${name}\``,
      values.includes('`') ? values : values.replace(/"[^"]*"/g, '`$&`'),
      `\`${JSON.stringify(value)}\``,
      description,
      openQuestion,
    ]),
  )
  const seen = markdownTable(
    ['Field', 'Needs'],
    fields.map(([name, { seenBy }]) => [`\`${name}\``, seenBy]),
  )
  const sections = {
    'dialect fields': values,
    situations: situationsTable(rulebook),
    'dialect fields seen': seen,
  }
  return formatMarkdown(
    Object.entries(sections).reduce((whole, [name, content]) => withSection(whole, name, content), page),
  )
}
