import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import manifest from '../../../package.json' with { type: 'json' }
import { coveragePage } from './table'

/** The path of the page. */
export const path = fileURLToPath(new URL('../../../docs/coverage.md', import.meta.url))

/** The page, formatted as the format check wants it. */
export async function formattedPage(): Promise<string> {
  const { semi, singleQuote, printWidth } = manifest.prettier
  return format(coveragePage(), { parser: 'markdown', semi, singleQuote, printWidth })
}
