import { dialectFields, type Dialect } from '../../generated/dialect'

/** The fields of a dialect. */
export const fields = Object.keys(dialectFields) as (keyof Dialect)[]
const samples: readonly (readonly unknown[])[] = fields.map((field) => dialectFields[field].samples)
const sizes = samples.map(({ length }) => length)

/** A dialect that states every field: the place of each value among the samples of its field. */
export type Row = readonly number[]

const pair = (one: number, value: number, other: number, otherValue: number) =>
  one < other ? `${one}=${value},${other}=${otherValue}` : `${other}=${otherValue},${one}=${value}`

/** Every pair of values of two fields. */
export function allPairs(): Set<string> {
  const pairs = new Set<string>()
  for (const [one, size] of sizes.entries()) {
    for (let other = one + 1; other < sizes.length; other++) {
      for (let value = 0; value < size; value++) {
        for (let otherValue = 0; otherValue < (sizes[other] ?? 0); otherValue++) {
          pairs.add(pair(one, value, other, otherValue))
        }
      }
    }
  }
  return pairs
}

/** The pairs that a row covers. */
export function pairsOf(row: Row): string[] {
  return row.flatMap((value, one) =>
    row.slice(one + 1).map((otherValue, step) => pair(one, value, one + 1 + step, otherValue)),
  )
}

let made: readonly Row[] | undefined

/** Rows that together cover every pair, chosen greedily and without chance, so that every run has the same rows. */
export const pairwiseRows = (): readonly Row[] => (made ??= chooseRows())

/** Those of the rows that together have every value. */
export function rowsOfEachValue(): Row[] {
  const seen = new Set<string>()
  return pairwiseRows().filter((row) => {
    const before = seen.size
    for (const [field, value] of row.entries()) seen.add(`${field}=${value}`)
    return seen.size > before
  })
}

function chooseRows(): Row[] {
  const open = allPairs()
  const rows: Row[] = []
  while (open.size > 0) {
    const [first = ''] = open
    const chosen = new Map(first.split(',').map((part) => part.split('=').map(Number) as [number, number]))
    for (const [field, size] of sizes.entries()) {
      if (chosen.has(field)) continue
      let best = 0
      let mostNew = -1
      for (let step = 0; step < size; step++) {
        // Each row begins with another value, so that values which cover equally much take turns.
        const value = (step + rows.length) % size
        const covered = [...chosen].filter(([other, otherValue]) =>
          open.has(pair(field, value, other, otherValue)),
        ).length
        if (covered > mostNew) [best, mostNew] = [value, covered]
      }
      chosen.set(field, best)
    }
    const row = fields.map((_field, index) => chosen.get(index) ?? 0)
    for (const covered of pairsOf(row)) open.delete(covered)
    rows.push(row)
  }
  return rows
}

/** The dialect of a row. */
export function dialectOf(row: Row): Dialect {
  return Object.fromEntries(fields.map((field, index) => [field, samples[index]?.[row[index] ?? 0]]))
}
