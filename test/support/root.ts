import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The text of a file of the repository. */
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')
