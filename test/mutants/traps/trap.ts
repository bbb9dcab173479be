import type { Json } from '../changes'
import type { Mutant } from '../../support/breakage'

/** A change that a store, a gateway or a queue makes to a value. */
export interface Trap<Value = unknown> {
  /** In kebab case: a part of the ids of its mutants. */
  name: string
  /** The rest of a sentence whose subject is the value. */
  says: string
  change: (value: Value) => unknown
}

/** The traps of a table, by their names. */
export function traps<Value>(table: Readonly<Record<string, readonly [string, (value: Value) => unknown]>>) {
  return Object.entries(table).map(([name, [says, change]]): Trap<Value> => ({ name, says, change }))
}

/** The traps that bear one of the names. A name that no trap has is a mistake in a table. */
export function pick<Value>(from: readonly Trap<Value>[], ...names: readonly string[]): Trap<Value>[] {
  return names.map((name) => {
    const found = from.find((trap) => trap.name === name)
    if (!found) throw new TypeError(`There is no trap ${name}.`)
    return found
  })
}

/** All traps but those that bear one of the names. */
export function without<Value>(from: readonly Trap<Value>[], ...names: readonly string[]): Trap<Value>[] {
  const left = new Set(pick(from, ...names))
  return from.filter((trap) => !left.has(trap))
}

/** A value changed part by part, the inner parts first. `depth` is 0 for the value itself. */
export function changeDeep(
  value: unknown,
  change: (value: unknown, depth: number) => unknown,
  depth = 0,
): unknown {
  const inner = (part: unknown) => changeDeep(part, change, depth + 1)
  if (Array.isArray(value)) return change(value.map(inner), depth)
  if (!isObject(value)) return change(value, depth)
  return change(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(part)])), depth)
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The mutants of a family, a kind of traps that docs/coverage.md counts together. */
export function ofFamily(family: string, mutants: readonly Mutant[]): Mutant[] {
  return mutants.map((mutant) => ({ ...mutant, family }))
}

/** A condition under which a service fails. */
export interface Condition<Situation> {
  name: string
  /** The end of a sentence on what is broken. */
  says: string
  mode: 'non-disruptive' | 'full'
  holds: (situation: Situation) => boolean
}
