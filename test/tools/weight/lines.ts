import { execFileSync } from 'node:child_process'
import { readText, root } from '../../support/root'

const isCode = /\.(ts|tsx|mts|cts|js|mjs|cjs|css|html)$/
const isMade = /^generated\/|\.d\.ts$/

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** The files that people wrote as code, by their path from the root. */
export function codeFiles(): string[] {
  // A file that is not yet committed counts, too.
  const listed = git('ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate')
  const deleted = new Set(git('ls-files', '--deleted').split('\n'))
  return listed.split('\n').filter((path) => isCode.test(path) && !isMade.test(path) && !deleted.has(path))
}

/** The lines of a text that are neither blank nor a comment alone. */
export const codeLines = (text: string): number =>
  text.split('\n').filter((line) => !/^\s*($|\/\/|\*|\/\*)/.test(line)).length

/** The lines of code of each file, by path. */
export const countLines = (): Map<string, number> =>
  new Map(codeFiles().map((path) => [path, codeLines(readText(path))]))

/** The innermost of `folders` that holds `path`. */
export function roomOf(path: string, folders: readonly string[]): string | undefined {
  const holding = folders.filter((folder) => path.startsWith(`${folder}/`))
  return holding.sort((a, b) => b.length - a.length)[0]
}

/**
 * How many lines each file of `now` has gained since the budget was changed last, the files that gained most first. Nothing where
 * the history is not at hand, as in a shallow clone.
 */
export function growth(
  now: ReadonlyMap<string, number>,
  budgetFile: string,
): [path: string, gained: number][] {
  const commit = attempt(() => git('log', '-1', '--format=%H', '--', budgetFile).trim())
  if (!commit) return []
  return [...now]
    .map(([path, lines]): [string, number] => {
      const before = attempt(() => git('show', `${commit}:${path}`))
      return [path, lines - (before === undefined ? 0 : codeLines(before))]
    })
    .filter(([, gained]) => gained > 0)
    .sort(([, a], [, b]) => b - a)
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
