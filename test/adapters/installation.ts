import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { Tally } from '../tools/matrix/cases'

const execute = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))

// Each command installs, compiles or talks to a database: the limit ends what hangs, on however slow a machine.
const limit = 600_000

/** The libraries, installed in a folder below the one where the packed SDK is. */
export interface Adapters {
  folder: string
  /** Runs a file there and returns what it printed. */
  run(file: string, args: string[], env?: Record<string, string>): Promise<string>
  /** Runs a program of `installed`, and returns the tally that it printed. */
  judge(program: string, env: Record<string, string>): Promise<Tally>
}

/** Installs the libraries of the lock file, and copies the programs that run beside them. */
export async function installAdapters(installation: string): Promise<Adapters> {
  const folder = join(installation, 'adapters')
  await mkdir(folder)
  await cp(here, folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') })

  const run = async (file: string, args: string[], env: Record<string, string> = {}) => {
    const options = { cwd: folder, timeout: limit, maxBuffer: 2 ** 26, env: { ...process.env, ...env } }
    try {
      return (await execute(file, args, { ...options, killSignal: 'SIGKILL' })).stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${file} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
    }
  }
  const flags = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', ['ci', ...flags])

  return {
    folder,
    run,
    async judge(program, env) {
      const outfile = `${program}.mjs`
      await build({
        entryPoints: [join(folder, `installed/${program}.ts`)],
        outfile: join(folder, outfile),
        bundle: true,
        packages: 'external',
        format: 'esm',
        platform: 'node',
        tsconfigRaw: '{}',
        logLevel: 'silent',
      })
      const printed = await run(process.execPath, [outfile], env)
      return JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Tally
    },
  }
}
