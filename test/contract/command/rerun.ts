import { commandName } from '../reports/rerun'
import { readWords, writeWords } from './words'
import { quoteAround, shellWord } from '../wire/shell'

/**
 * The command of this run for another task at the same deployment. A key that stood on the line is written as the variable by which
 * evidence shows it, too.
 */
export function repeatCommand(args: readonly string[], baseUrl: string, ...more: readonly string[]): string {
  const counts = new Map<string, number>()
  const kept = readWords(args)
    .filter(({ flag }) => !flag.onlyOnce)
    .map((word) => {
      const index = (counts.get(word.name) ?? 0) + 1
      counts.set(word.name, index)
      return { ...word, value: word.value && (word.flag.asVariable?.(word.value, index) ?? word.value) }
    })
  const words = ['--base-url', baseUrl, ...writeWords(kept), ...more]
  return [
    commandName,
    ...words.map((word) => (/\$EVENT_/.test(word) ? quoteAround(word) : shellWord(word))),
  ].join(' ')
}

/** The command of this run for one check alone. */
export function rerunLine(args: readonly string[], baseUrl: string, seed: number): (id: string) => string {
  return (id) => repeatCommand(args, baseUrl, '--seed', String(seed), '--only', id)
}

/** The flags of a run that its report keeps, so that `--repeat` can make the run again. None of them is a key. */
export function invocationOf(args: readonly string[], mode: string, seed: number): { args: string[] } {
  const own = readWords(args).filter(({ name, flag }) => flag.ofTheRun && name !== 'mode' && name !== 'seed')
  return { args: ['--mode', mode, ...writeWords(own), '--seed', String(seed)] }
}

/** A line that says which variables the commands in a text take keys from; nothing where all of them are set. */
export function exportHint(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const named = new Set([...text.matchAll(/\$(EVENT_DELIVERY_\w+)/g)].map(([, name = '']) => name))
  const unset = [...named].filter((name) => !env[name]).sort()
  if (unset.length === 0) return undefined
  return `These commands take keys from variables. Before them: export ${unset.map((name) => `${name}=...`).join(' ')}`
}
