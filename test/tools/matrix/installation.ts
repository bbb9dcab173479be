import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Format, type Platform } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { pack, type PackageFolder } from '../../support/pack'
import { run as execute } from '../../support/run'

const here = fileURLToPath(new URL('.', import.meta.url))

// Each command installs, builds or tests something: the limit ends what hangs, on however slow a machine.
const limit = 600_000

/** Runs a file and resolves with what it printed. Rejects with all of its output where it fails. */
export type Run = (file: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<string>

/** Runs files in a folder, with `own` variables beside those of this process. */
export function runIn(folder: string, own: Record<string, string> = {}): Run {
  return async (file, args, env) => {
    // Under `npx -p node@24` an inner npx would want that package as well.
    const all = { ...process.env, npm_config_package: undefined, ...own, ...env }
    const options = {
      cwd: folder,
      timeout: limit,
      killSignal: 'SIGKILL',
      maxBuffer: 2 ** 26,
      env: all,
    } as const
    try {
      return (await execute(file, [...args], options)).stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${file} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
    }
  }
}

const quietly = ['--include=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

/** The paths of the packed packages, of these folders or of all. */
export async function tarballsOf(...folders: PackageFolder[]): Promise<string[]> {
  const tarballs = await pack()
  return tarballs
    .filter(({ folder }) => folders.length === 0 || folders.includes(folder))
    .map(({ path }) => path)
}

/** Installs in a folder what its manifest names, and further packages. */
export async function installIn(
  folder: string,
  packages: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Run> {
  const run = runIn(folder, env)
  await run('npm', ['install', '--no-save', '--no-package-lock', '--ignore-scripts', ...quietly, ...packages])
  return run
}

/**
 * Copies a folder of the tests, and installs there what its manifest names. That has exact versions, and what they depend on is the
 * newest of its kind: a lock file of each would be thousands of lines.
 */
export async function installCopy(
  source: string,
  folder: string,
  ...more: [packages?: string[], env?: Record<string, string>]
) {
  await cp(source, folder, { recursive: true, filter: (path) => !/\/(node_modules|made)$/.test(path) })
  return installIn(folder, ...more)
}

/** Calls `use` with a new folder, and removes that afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-matrix-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Compiles a program that imports packages, for the Node that runs it. */
export async function compileProgram(entry: string, outfile: string): Promise<void> {
  const options = { bundle: true, packages: 'external', format: 'esm', platform: 'node' } as const
  await build({ entryPoints: [entry], outfile, ...options, tsconfigRaw: '{}', logLevel: 'silent' })
}

/** A folder outside the repository where the packed SDK is installed, as a user would have it. */
export type Installation = Awaited<ReturnType<typeof install>>

/** How a file of the matrix is compiled. */
interface ScriptOptions {
  format?: Format
  /** Whether the SDK becomes part of the script. */
  bundled?: boolean
  platform?: Platform
}

/** Packs the SDK and installs the tarball into a new folder. */
export async function install() {
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-matrix-'))
  const run = runIn(folder)
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await run('npm', ['install', ...quietly, ...(await tarballsOf('src'))])

  return {
    folder,
    run,
    /** Installs further packages of the registry beside it. */
    async add(...packages: string[]) {
      await run('npm', ['install', '--no-save', ...quietly, ...packages])
    },
    /** Compiles a file of the matrix into the folder, with `call` as its last line. */
    async script(name: string, source: 'cases' | 'gaps', call: string, options: ScriptOptions = {}) {
      const { format = 'esm', bundled = false, platform = 'neutral' } = options
      const path = join(folder, name)
      await build({
        stdin: {
          contents: `${await readFile(join(here, `${source}.ts`), 'utf8')}\n${call}`,
          loader: 'ts',
          // Imports resolve to the installed SDK.
          resolveDir: folder,
        },
        tsconfigRaw: '{}',
        outfile: path,
        bundle: bundled,
        format,
        platform,
        mainFields: ['module', 'main'],
        logLevel: 'silent',
      })
      return path
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
