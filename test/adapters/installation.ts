import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Tally } from '../tools/matrix/cases'
import { compileProgram, installCopy, type Run } from '../tools/matrix/installation'
import { printedTally } from '../tools/matrix/table'

const here = fileURLToPath(new URL('.', import.meta.url))

/** The libraries, installed in a folder below the one where the packed SDK is. */
export interface Adapters {
  folder: string
  run: Run
  /** Runs a program of `installed`, and returns the tally that it printed. */
  judge(program: string, env: Record<string, string>): Promise<Tally>
}

/** Installs the libraries, and copies the programs that run beside them. */
export async function installAdapters(installation: string): Promise<Adapters> {
  const folder = join(installation, 'adapters')
  const run = await installCopy(here, folder)
  return {
    folder,
    run,
    async judge(program, env) {
      const outfile = `${program}.mjs`
      await compileProgram(join(folder, `installed/${program}.ts`), join(folder, outfile))
      return printedTally(await run(process.execPath, [outfile], env))
    },
  }
}
