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
