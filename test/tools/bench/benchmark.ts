/** The figures that each contender reached, in the order of the rounds. */
export type Samples = Record<string, number[]>

/** A bound on one contender or, with `beside`, on its ratio to a peer of the same run. */
export interface Target {
  of: string
  beside?: string
  atLeast?: number
  atMost?: number
}

/** A subject to measure. */
export interface Benchmark {
  /** The name that `--only` takes. */
  name: string
  title: string
  unit: string
  targets: readonly Target[]
  run: () => Promise<Samples>
}

/** A target, and the figure that was reached. */
export interface Judgement extends Target {
  reached: number
  met: boolean
}

/** The median. NaN where there are no values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** The distance between the smallest and the largest value, as a share of the median. */
export function spread(values: readonly number[]): number {
  const distance = Math.max(...values) - Math.min(...values)
  return distance === 0 ? 0 : distance / median(values)
}

/**
 * Holds the samples against a target. A ratio is the median of the ratios of the rounds: within a round both contenders
 * met the same load of the machine.
 */
export function judge(target: Target, samples: Samples): Judgement {
  const own = samples[target.of] ?? []
  const peer = target.beside === undefined ? undefined : (samples[target.beside] ?? [])
  const reached = median(peer ? own.map((value, round) => value / (peer[round] ?? NaN)) : own)
  const { atLeast = -Infinity, atMost = Infinity } = target
  return { ...target, reached, met: reached >= atLeast && reached <= atMost }
}

/** Does some work so many times, by several callers at once. Resolves with how many milliseconds all of it took. */
export async function timed(
  times: number,
  callers: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now()
  let next = 0
  const call = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: callers }, call))
  return performance.now() - begun
}

/** Measures each contender once a round. Every second round goes backwards, so that no place is the better one. */
export async function interleave(
  contenders: Record<string, () => Promise<number>>,
  rounds: number,
): Promise<Samples> {
  const samples: Samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(contenders)
    if (round % 2 === 1) order.reverse()
    for (const [name, measure] of order) samples[name]?.push(await measure())
  }
  return samples
}

/** Measures each contender by the same function, once a round. */
export function interleaveBy<Contender>(
  contenders: Record<string, Contender>,
  rounds: number,
  measure: (contender: Contender, name: string) => Promise<number>,
): Promise<Samples> {
  const turns = Object.entries(contenders).map(
    ([name, contender]) => [name, () => measure(contender, name)] as const,
  )
  return interleave(Object.fromEntries(turns), rounds)
}
