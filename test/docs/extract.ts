// Writes every TypeScript block of the guides into test/docs/snippets/, so that the compiler and the tests see the blocks
// like any other source. Git ignores that folder.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blocks } from './markdown'

const folder = fileURLToPath(new URL('./snippets', import.meta.url))

/** A TypeScript block that was written to a file. A block marked `no-run` is type-checked and not run. */
export interface Snippet {
  place: string
  path: string
  runs: boolean
}

/** Extracts all snippets anew. */
export function extract(): Snippet[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  return (
    blocks()
      // A block that needs a framework runs where the frameworks are installed: see test/frameworks.
      .filter(({ language, flags }) => language === 'ts' && !flags.includes('framework'))
      .map(({ place, flags, code }) => {
        const path = join(folder, `${place.replace(/\W+/g, '-')}.ts`)
        // The export makes a module of a snippet without imports. Otherwise its names would clash with those of other snippets.
        writeFileSync(path, `${code}\nexport {}\n`)
        return { place, path, runs: !flags.includes('no-run') }
      })
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) extract()
