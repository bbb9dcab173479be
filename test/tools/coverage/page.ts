import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import manifest from '../../../package.json' with { type: 'json' }
import { coveragePage } from './table'

/** Where the page stands. */
export const path = fileURLToPath(new URL('../../../docs/coverage.md', import.meta.url))

/** The page as the format check wants it. */
export async function formattedPage(): Promise<string> {
  const { semi, singleQuote, printWidth } = manifest.prettier
  return format(coveragePage(), { parser: 'markdown', semi, singleQuote, printWidth })
}
