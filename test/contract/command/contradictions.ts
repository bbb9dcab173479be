import { isAbsolute, resolve } from 'node:path'
import { flagEntries, flagOf, type Flag, type Given } from './flags'
import { UsageError } from './usage-error'
import type { CommandOptions } from './options'

/** Throws a `UsageError` where options that are right by themselves make no sense together. */
export function assertConsistent(options: CommandOptions): void {
  const given = flagEntries.flatMap(([name, flag]) => {
    const value: unknown = options[name]
    return value === undefined ? [] : [{ name: flagOf(name), flag, value }]
  })
  const names = new Set(given.map(({ name }) => name))
  const others: Given = { mode: options.mode, has: (name) => names.has(name) }
  for (const { name, flag, value } of given) {
    const contradiction = flag.contradiction?.(others, value)
    if (contradiction !== undefined) throw new UsageError(`${name} ${contradiction}`)
  }
  assertKeysDiffer(given)
  assertFilesDiffer(given)
}

type GivenFlag = { name: string; flag: Flag<unknown>; value: unknown }

function assertKeysDiffer(given: readonly GivenFlag[]): void {
  const known = new Map<string, string>()
  for (const { name, flag, value } of given) {
    for (const key of flag.keys?.(value) ?? []) {
      const other = known.get(key)
      if (other !== undefined)
        throw new UsageError(`${name} is the key that ${other} is: each takes one of its own.`)
      known.set(key, name)
    }
  }
}

/** Refuses two files at one path: the file that is written last would replace the other one, even where that is to be read. */
function assertFilesDiffer(given: readonly GivenFlag[]): void {
  const known = new Map<string, string>()
  for (const access of ['read', 'written'] as const) {
    for (const { name, flag, value } of given) {
      if (flag.file !== access || typeof value !== 'string') continue
      if (isAbsolute(value) && value.startsWith('/dev/')) continue
      const other = known.get(resolve(value))
      if (other !== undefined && access === 'written')
        throw new UsageError(`${name} and ${other} name one file, ${value}: each takes one of its own.`)
      known.set(resolve(value), name)
    }
  }
}
