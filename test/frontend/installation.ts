import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pack } from '../support/pack'

const execute = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))

// Each command installs, builds or tests something: the limit ends what hangs, on however slow a machine.
const limit = 600_000

/** A temporary folder where the packed SDK and mock are installed beside a tool. */
export interface Installed {
  folder: string
  /** Runs a file there and returns what it printed. Rejects with all of its output where it fails. */
  run(file: string, ...args: string[]): Promise<string>
  /** Runs a module of an installed package by Node. */
  node(path: string, ...args: string[]): Promise<string>
}

const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

/** The compiler in a folder where it is installed without a configuration of its own. It takes the files to check. */
export const compiler = [
  'node_modules/typescript/bin/tsc',
  ...['--strict', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler'],
  ...['--target', 'es2022', '--skipLibCheck'],
]

/** Copies a folder beside this file, installs what its lock file says and the packed packages, and calls `use` with it. */
export function withLocked<T>(name: string, use: (installed: Installed) => Promise<T>): Promise<T> {
  return withFolder(async (installed) => {
    await cp(join(here, name), installed.folder, {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    })
    await installed.run('npm', 'ci', ...quietly)
    await addPacked(installed)
    return use(installed)
  })
}

/** Installs packages of the registry and the packed packages, and calls `use` with their folder. */
export function withPackages<T>(
  packages: readonly string[],
  use: (installed: Installed) => Promise<T>,
): Promise<T> {
  return withFolder(async (installed) => {
    await writeFile(join(installed.folder, 'package.json'), '{"private":true,"type":"module"}')
    await addPacked(installed, packages)
    return use(installed)
  })
}

async function addPacked({ run }: Installed, packages: readonly string[] = []): Promise<void> {
  const tarballs = (await pack()).filter(({ folder }) => folder !== 'test/contract').map(({ path }) => path)
  await run('npm', 'install', '--no-save', '--no-package-lock', ...quietly, ...packages, ...tarballs)
}

async function withFolder<T>(use: (installed: Installed) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-frontend-'))
  // Under `npx -p node@24` an inner npx would want that package as well.
  const env = { ...process.env, npm_config_package: undefined, CI: '1', STORYBOOK_DISABLE_TELEMETRY: '1' }
  async function run(file: string, ...args: string[]): Promise<string> {
    const options = { cwd: folder, env, timeout: limit, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 } as const
    try {
      return (await execute(file, args, options)).stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${file} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
    }
  }
  try {
    return await use({
      folder,
      run,
      node: (path, ...args) => run(process.execPath, join('node_modules', path), ...args),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
