import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { judge, median, spread, type Benchmark, type Samples } from './benchmark'

const folder = fileURLToPath(new URL('../../../reports', import.meta.url))

/** A benchmark that was run. */
export type Outcome = ReturnType<typeof outcomeOf>

/** Judges the samples of a benchmark. */
export function outcomeOf({ name, title, unit, targets }: Benchmark, samples: Samples) {
  return {
    ...{ name, title, unit },
    contenders: Object.entries(samples).map(([contender, values]) => ({
      name: contender,
      median: median(values),
      spread: spread(values),
      samples: values,
    })),
    targets: targets.map((target) => judge(target, samples)),
  }
}

/** An outcome as lines for a terminal. */
export function table({ name, title, unit, contenders, targets }: Outcome): string {
  const lines = contenders.map((contender) => {
    // Of a median of 0 there is no share.
    const share = Math.round((contender.spread * 100) / 2)
    const about = Number.isFinite(share) ? `± ${share} %` : ''
    return `  ${contender.name.padEnd(28)} ${figure(contender.median).padStart(10)} ${unit.padEnd(11)} ${about}`
  })
  const judged = targets.map(({ of, beside, atLeast, reached, met, atMost }) => {
    const wanted = atLeast === undefined ? `at most ${figure(atMost ?? NaN)}` : `at least ${figure(atLeast)}`
    const subject = beside === undefined ? of : `${of} / ${beside}`
    return `  ${met ? 'met   ' : 'MISSED'} ${subject}: ${figure(reached)} (${wanted})`
  })
  return [`${title}  [${name}]`, ...lines, ...judged, ''].join('\n')
}

/** Writes all outcomes to `reports/bench.json`. */
export function writeReport(outcomes: readonly Outcome[]): void {
  mkdirSync(folder, { recursive: true })
  const machine = { node: process.version, platform: process.platform, cores: cpus().length }
  writeFileSync(`${folder}/bench.json`, `${JSON.stringify({ machine, outcomes }, null, 2)}\n`)
}

/** A figure as people read it: three digits or all those before the point. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
