import { flagEntries, flagOf, type Flag, type OptionName } from './flags'

/** A flag of a command line, with its value as it was written. */
export interface GivenWord {
  name: OptionName
  flag: Flag<unknown>
  /** `undefined` for a switch. */
  value?: string
}

const known = new Map(flagEntries.map(([name, flag]) => [flagOf(name), { name, flag }]))

/** The flags of a command line, in their order. Words that belong to no flag are left out. */
export function readWords(args: readonly string[]): GivenWord[] {
  const given: GivenWord[] = []
  for (let index = 0; index < args.length; index += 1) {
    const [, written = '', inline] = /^(--[a-z-]+)(?:=([\s\S]*))?$/.exec(args[index] ?? '') ?? []
    const one = known.get(written)
    if (!one) continue
    if (one.flag.value === undefined) given.push(one)
    else given.push({ ...one, value: inline ?? args[(index += 1)] ?? '' })
  }
  return given
}

/** The words of a command line that gives these flags. */
export function writeWords(given: readonly GivenWord[]): string[] {
  return given.flatMap(({ name, value }) => (value === undefined ? [flagOf(name)] : [flagOf(name), value]))
}
