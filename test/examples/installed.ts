import { join } from 'node:path'
import type { Until } from '../support/until'
import type { PackageFolder } from '../support/pack'
import { root } from '../support/root'
import { installCopy, type Run, tarballsOf, withFolder } from '../tools/matrix/installation'

/** An example as its reader has it after `npm install`. */
export interface Installed {
  folder: string
  run: Run
  /** Registers what happens at the end. */
  until: Until
}

/** Copies an example, installs what its manifest names and `others` of the registry, and calls `use` with it. */
export function withExample<T>(
  name: string,
  packages: PackageFolder[],
  use: (installed: Installed) => Promise<T>,
  others: readonly string[] = [],
): Promise<T> {
  return withFolder(async (folder) => {
    const ends: (() => Promise<void>)[] = []
    const source = join(root, 'docs/examples', name)
    try {
      const run = await installCopy(source, folder, [...(await tarballsOf(...packages)), ...others])
      return await use({ folder, run, until: (end) => ends.push(end) })
    } finally {
      for (const end of ends.reverse()) await end()
    }
  })
}
