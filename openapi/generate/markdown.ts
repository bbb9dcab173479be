import { format } from 'prettier'
import manifest from '../../package.json' with { type: 'json' }

/** A table of Markdown. A `|` in a cell is escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [head, head.map(() => '---'), ...rows].map(line).join('\n')
}

/** A page with its generated section `name` replaced. Throws where the page has no such section. */
export function withSection(page: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->`
  const end = `<!-- end: ${name} -->`
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`The page has no section ${begin} … ${end}.`)
  return `${before}${begin}\n\n${content}\n\n${end}${after}`
}

/** A page of Markdown as the format check wants it. */
export function formatMarkdown(page: string): Promise<string> {
  const { semi, singleQuote, printWidth } = manifest.prettier
  return format(page, { parser: 'markdown', semi, singleQuote, printWidth })
}
