// `npm run bench`: every subject beside named peers, measured in the same run. `--only NAME` for one or several. `--charts` draws
// them into docs/images, from where docs/performance.md shows them.
import { Option, program } from 'commander'
import { writeCharts } from './chart'
import { outcomeOf, table, writeReport, type Outcome } from './report'
import { bulk } from './subjects/bulk'
import { conformance } from './subjects/conformance'
import { controlCalls } from './subjects/control-calls'
import { fanOut } from './subjects/fan-out'
import { outbox } from './subjects/outbox'
import { inbox } from './subjects/inbox'
import { inspectorFrames } from './subjects/inspector'
import { postgres } from './subjects/postgres'
import { postgresDelivery } from './subjects/postgres-delivery'
import { requests } from './subjects/requests'
import { sdkCall, verifyLarge, verifySmall } from './subjects/sdk'
import { coldStart, memoryAtRest } from './subjects/start'
import { heapPerEvent, randomPages } from './subjects/store'

const benchmarks = [
  ...requests,
  coldStart,
  memoryAtRest,
  randomPages,
  heapPerEvent,
  fanOut,
  controlCalls,
  sdkCall,
  verifySmall,
  verifyLarge,
  bulk,
  conformance,
  inspectorFrames,
  ...postgres,
  ...outbox,
  inbox,
  postgresDelivery,
]

const { only, charts } = program
  .name('npm run bench --')
  .addOption(
    new Option('--only <name...>', 'measure these subjects alone').choices(
      benchmarks.map(({ name }) => name),
    ),
  )
  .option('--charts', 'draw the figures into docs/images')
  .parse()
  .opts<{ only?: string[]; charts?: true }>()

const outcomes: Outcome[] = []
const failed: string[] = []
for (const benchmark of benchmarks.filter(({ name }) => only?.includes(name) ?? true)) {
  try {
    const outcome = outcomeOf(benchmark, await benchmark.run())
    outcomes.push(outcome)
    process.stdout.write(`${table(outcome)}\n`)
  } catch (error) {
    // The figures of the others are worth minutes: one subject that cannot run does not end the run.
    failed.push(benchmark.name)
    process.stdout.write(`FAILED [${benchmark.name}]: ${(error as Error).message}\n\n`)
  }
}
writeReport(outcomes)
if (charts) writeCharts(outcomes)
const missed = outcomes.flatMap(({ targets }) => targets).filter(({ met }) => !met).length
process.stdout.write(
  `${missed === 0 ? 'Every target that was measured was met.' : `${missed} targets were missed.`}\n`,
)
if (failed.length > 0) process.stdout.write(`These could not be measured: ${failed.join(', ')}.\n`)
if (missed + failed.length > 0) process.exitCode = 1
