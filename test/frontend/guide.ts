import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blocks } from '../docs/markdown'

const pages = 'docs/frontend/'

/** The program of the guide that is to be saved under a name. Throws where there is none. */
export function programOf(name: string): string {
  const found = blocks().find(({ place, flags }) => place.startsWith(pages) && flags.includes(name))
  if (!found) throw new Error(`${pages} has no block named ${name}.`)
  return found.code
}

/** Saves programs of the guide under their names in a folder. `adapt` may change what the machine of the test wants otherwise. */
export async function savePrograms(
  folder: string,
  names: readonly string[],
  adapt = (code: string) => code,
): Promise<void> {
  for (const name of names) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, adapt(programOf(name)))
  }
}
