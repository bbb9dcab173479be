// Writes every TypeScript block of the guides into test/docs/snippets/, where the compiler and the tests find
// them beside the packages' sources. Git ignores that folder.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { blocks } from './markdown'

const folder = fileURLToPath(new URL('./snippets', import.meta.url))

/** A block on disk. Those marked `no-run` are type-checked only. */
export interface Snippet {
  place: string
  path: string
  runs: boolean
}

/** Extracts all snippets anew. */
export function extract(): Snippet[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  return blocks()
    .filter(({ language }) => language === 'ts')
    .map(({ place, flags, code }) => {
      const path = join(folder, `${place.replace(/\W+/g, '-')}.ts`)
      // A snippet without imports would else share its names with all the others.
      writeFileSync(path, `${code}\nexport {}\n`)
      return { place, path, runs: !flags.includes('no-run') }
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) extract()
