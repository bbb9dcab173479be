import { dialectFields } from './dialect'
import type { Rulebook } from './document'
import { formatMarkdown, markdownTable, withSection } from './markdown'

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
  return formatMarkdown(withSection(withSection(page, 'dialect fields', values), 'dialect fields seen', seen))
}
