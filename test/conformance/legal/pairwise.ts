import fc from 'fast-check'
import { numbers } from '../../support/random'
import { consistent, legalChoices } from './choices'
import { dimensionNames, dimensions, type Choices, type DimensionName } from './dimensions'

/** A value of a dimension. `place` is its number among the values of all dimensions. */
interface Value {
  name: DimensionName
  value: Choices[DimensionName]
  place: number
}

const values: Value[] = dimensionNames
  .flatMap((name) => dimensions[name].values.map((value) => ({ name, value })))
  .map((value, place) => ({ ...value, place }))
const valuesOf = new Map(dimensionNames.map((name) => [name, values.filter((one) => one.name === name)]))

/** The number of a pair of values, whichever of the two comes first. */
function pairOf(one: Value, other: Value): number {
  const [first, second] = one.place < other.place ? [one, other] : [other, one]
  return first.place * values.length + second.place
}

type Pairs = Map<number, readonly [Value, Value]>
let made: Pairs | undefined

/** Every pair of values of two dimensions that can go together, by its number. */
export const allPairs = (): Pairs => new Map((made ??= makePairs()))

function makePairs(): Pairs {
  const pairs: Pairs = new Map()
  for (const one of values) {
    for (const other of values.slice(one.place + 1)) {
      if (one.name !== other.name && goTogether(one, other)) pairs.set(pairOf(one, other), [one, other])
    }
  }
  return pairs
}

function goTogether(one: Value, other: Value): boolean {
  const choices = { [one.name]: one.value, [other.name]: other.value } as unknown as Choices
  const kept = consistent(choices)
  return kept[one.name] === one.value && kept[other.name] === other.value
}

/** The numbers of the pairs that a service has. */
export function pairsOf(choices: Choices): number[] {
  const chosen = dimensionNames.map(
    (name) => valuesOf.get(name)?.find(({ value }) => value === choices[name]) as Value,
  )
  return chosen.flatMap((one, index) => chosen.slice(index + 1).map((other) => pairOf(one, other)))
}

/**
 * Services of the family, so many: at first such as together have every pair of choices, those with the most new pairs
 * foremost, then any. A seed always makes the same ones.
 */
export function services(count: number, seed: number): Choices[] {
  const rows = covering(seed, count)
  const more = count - rows.length
  return more > 0 ? [...rows, ...fc.sample(legalChoices, { seed, numRuns: more })] : rows
}

/** Rows that cover every pair, chosen greedily: each begins with a pair that no row has yet. At most `most` of them. */
function covering(seed: number, most: number): Choices[] {
  const random = numbers(seed)
  const open = allPairs()
  const rows: Choices[] = []
  while (open.size > 0 && rows.length < most) {
    const [pair] = open.values()
    const row = consistent(fill(pair as readonly [Value, Value], open, () => random.next().value))
    for (const covered of pairsOf(row)) open.delete(covered)
    rows.push(row)
  }
  return rows
}

/** A row with this pair. Each further value is the one that makes the most new pairs with those before it. */
function fill(
  pair: readonly [Value, Value],
  open: ReadonlyMap<number, unknown>,
  random: () => number,
): Choices {
  const chosen = [...pair]
  const rest = dimensionNames.filter((name) => !pair.some((one) => one.name === name))
  const shuffled = rest.map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at)
  for (const { name } of shuffled) {
    const scored = (valuesOf.get(name) ?? []).map((candidate) => ({
      candidate,
      // Chance decides between values that make equally many new pairs.
      score: chosen.filter((taken) => open.has(pairOf(candidate, taken))).length + random() / 2,
    }))
    chosen.push(scored.reduce((best, next) => (next.score > best.score ? next : best)).candidate)
  }
  const byName = new Map(chosen.map((one) => [one.name, one.value]))
  return Object.fromEntries(dimensionNames.map((name) => [name, byName.get(name)])) as Choices
}
