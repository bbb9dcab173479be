import { fileURLToPath } from 'node:url'
import { formatMarkdown } from '../../../openapi/generate/markdown'
import { coveragePage } from './table'

/** Where the page stands. */
export const path = fileURLToPath(new URL('../../../docs/coverage.md', import.meta.url))

/** The page as the format check wants it. */
export function formattedPage(): Promise<string> {
  return formatMarkdown(coveragePage())
}
