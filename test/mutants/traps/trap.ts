import { rulesOf } from '../table'
import type { Breakage, Mutant } from '../../support/breakage'
import type { Json } from '../changes'

/** A change that a store, a gateway or a queue makes to a value. */
export interface Trap<Value = unknown> {
  /** In kebab case, what becomes of the value: a part of the ids of its mutants. */
  name: string
  change: (value: Value) => unknown
}

/** The traps of a table, by their names. */
export function traps<Value>(table: Readonly<Record<string, Trap<Value>['change']>>): Trap<Value>[] {
  return Object.entries(table).map(([name, change]) => ({ name, change }))
}

/** The traps that bear one of the names, which blanks separate. A name that no trap has is a mistake in a table. */
export function pick<Value>(from: readonly Trap<Value>[], ...names: readonly string[]): Trap<Value>[] {
  return names
    .flatMap((some) => some.split(' '))
    .map((name) => {
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

/**
 * Services that do what a trap does, or refuse what a trap would alter, and break no rule by it: each with the reason for which no
 * check may fail it.
 */
export type AllowedServices = Readonly<Record<string, readonly [because: string, breakage: Breakage]>>

/** A condition under which a service fails. */
export interface Condition<Situation> {
  /** In kebab case: the end of the ids of its mutants. */
  name: string
  mode: 'non-disruptive' | 'full'
  holds: (situation: Situation) => boolean
}

/** The conditions of a table. Those that `full` names show in that mode alone. */
export function conditions<Situation>(
  table: Readonly<Record<string, Condition<Situation>['holds']>>,
  full: readonly string[] = Object.keys(table),
): Condition<Situation>[] {
  return Object.entries(table).map(([name, holds]) => ({
    ...{ name, holds },
    mode: full.includes(name) ? 'full' : 'non-disruptive',
  }))
}

/** A way in which something goes wrong. */
export interface Fate<Meet> {
  /** The rules that it breaks, the own one first. */
  rules: string
  meet: Meet
  /** The conditions under which no run can tell. */
  never?: readonly string[]
}

/** The mutants of a subject that meets each fate under each condition. */
export function underConditions<Situation, Meet>(
  subject: string,
  fates: Readonly<Record<string, Fate<Meet>>>,
  all: readonly Condition<Situation>[],
  breakWhere: (holds: Condition<Situation>['holds'], meet: Meet) => Breakage,
): Mutant[] {
  return Object.entries(fates).flatMap(([fate, { rules, meet, never = [] }]) =>
    all
      .filter(({ name }) => !never.includes(name))
      .map(({ name, mode, holds }) => ({
        ...{ id: `${subject}-${fate}-${name}`, ...rulesOf(rules), mode },
        break: breakWhere(holds, meet),
      })),
  )
}
