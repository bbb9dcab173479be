import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, type Format, type Platform } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { pack } from '../../support/pack'

const execute = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))

/** A folder outside the repository where the packed SDK is installed, as a user would have it. */
export interface Installation {
  folder: string
  /** Installs further packages of the registry beside it. */
  add(...packages: string[]): Promise<void>
  /** Runs a file there and returns what it printed. */
  run(file: string, args: string[], ms?: number): Promise<string>
  /** Compiles a file of the matrix into the folder, with `call` as its last line. */
  script(name: string, source: 'cases' | 'gaps', call: string, options?: ScriptOptions): Promise<string>
  remove(): Promise<void>
}

/** Options of {@link Installation.script}. */
export interface ScriptOptions {
  format?: Format
  /** Whether the SDK becomes part of the script. */
  bundled?: boolean
  platform?: Platform
}

/** Packs the SDK and installs the tarball into a new folder. */
export async function install(): Promise<Installation> {
  const tarball = (await pack()).find(({ folder }) => folder === 'src')
  const folder = await mkdtemp(join(tmpdir(), 'event-delivery-matrix-'))
  const run = async (file: string, args: string[], ms = 60_000) =>
    (await execute(file, args, { cwd: folder, timeout: ms, killSignal: 'SIGKILL' })).stdout
  const add = async (...packages: string[]) => {
    const quiet = ['--no-audit', '--no-fund', '--no-save', '--prefer-offline', '--loglevel=error']
    await run('npm', ['install', ...quiet, ...packages], 300_000)
  }
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball?.path ?? ''], 120_000)

  return {
    folder,
    add,
    run,
    async script(name, source, call, { format = 'esm', bundled = false, platform = 'neutral' } = {}) {
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
