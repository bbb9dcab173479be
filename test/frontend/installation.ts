import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installCopy, installIn, type Run, tarballsOf, withFolder } from '../tools/matrix/installation'

const here = fileURLToPath(new URL('.', import.meta.url))
const env = { CI: '1', STORYBOOK_DISABLE_TELEMETRY: '1' }

/** A temporary folder where the packed SDK and mock are installed beside a tool. */
export interface Installed {
  folder: string
  run: Run
  /** Runs a module of an installed package by Node. */
  node(path: string, ...args: string[]): Promise<string>
}

/** The compiler in a folder where it is installed without a configuration of its own. It takes the files to check. */
export const compiler = [
  'typescript/bin/tsc',
  ...['--strict', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler'],
  ...['--target', 'es2022', '--skipLibCheck'],
] as const

const installedIn = (folder: string, run: Run): Installed => ({
  folder,
  run,
  node: (path, ...args) => run(process.execPath, [join('node_modules', path), ...args]),
})

/** Copies a folder beside this file, installs what its manifest names and the packed packages, and calls `use` with it. */
export function withManifest<T>(name: string, use: (installed: Installed) => Promise<T>): Promise<T> {
  return withFolder(async (folder) =>
    use(
      installedIn(folder, await installCopy(join(here, name), folder, await tarballsOf('src', 'mock'), env)),
    ),
  )
}

/** Installs packages of the registry and the packed packages, and calls `use` with their folder. */
export function withPackages<T>(
  packages: readonly string[],
  use: (installed: Installed) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    return use(
      installedIn(folder, await installIn(folder, [...packages, ...(await tarballsOf('src', 'mock'))], env)),
    )
  })
}
