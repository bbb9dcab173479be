import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'

/**
 * Writes what was made to the files of these paths. Where the program was started with `--check` it writes nothing, names the files that are
 * stale, and lets the process exit with 1.
 */
export async function writeMade(made: Iterable<readonly [path: string, text: string]>): Promise<void> {
  const isCheck = process.argv.includes('--check')
  const stale: string[] = []
  for (const [path, text] of made) {
    if (!isCheck) await writeFile(path, text)
    else if ((await readFile(path, 'utf8').catch(() => undefined)) !== text) {
      stale.push(relative(process.cwd(), path))
    }
  }
  if (stale.length === 0) return
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`)
  process.exitCode = 1
}
