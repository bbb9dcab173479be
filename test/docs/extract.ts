// Writes every TypeScript block of the guides into test/docs/snippets/, so that the compiler and the tests see the blocks
// like any other source. Git ignores that folder.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blocks } from './markdown'

const folder = fileURLToPath(new URL('./snippets', import.meta.url))

/**
 * Extracts all snippets. Files that are as they should be stay untouched, so that the linter can read the folder while the compiler's
 * check extracts once more.
 */
export function extract() {
  mkdirSync(folder, { recursive: true })
  const snippets = writeSnippets()
  const paths = new Set(snippets.map(({ path }) => path))
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (!paths.has(path)) rmSync(path, { recursive: true })
  }
  return snippets
}

/** Writes every TypeScript block to a file. A block marked `no-run` is type-checked and not run. */
function writeSnippets() {
  return (
    blocks()
      // A block that needs a framework runs where the frameworks are installed: see test/frameworks.
      .filter(({ language, flags }) => language === 'ts' && !flags.includes('framework'))
      .map(({ place, flags, code }) => {
        const path = join(folder, `${place.replace(/\W+/g, '-')}.ts`)
        // The export makes a module of a snippet without imports. Otherwise its names would clash with those of other snippets.
        const text = `${code}\nexport {}\n`
        if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
        return { place, path, runs: !flags.includes('no-run') }
      })
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) extract()
