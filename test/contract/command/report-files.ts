import { asJson, assertWritable, writeText } from './files'
import { flagOf } from './flags'
import { reportToHtml } from '../reports/html'
import { reportToJUnit } from '../reports/junit'
import type { CommandOptions } from './options'
import type { Report } from '../engine/report'

type Rerun = (id: string) => string

/** The text of each file that a run writes, by the option that names the file. */
const texts = {
  json: (report: Report) => asJson(report),
  html: (report: Report, rerun: Rerun) => reportToHtml(report, { rerun }),
  junit: (report: Report) => reportToJUnit(report),
  dialectOut: ({ dialect }: Report) => asJson(dialect),
}

/** Throws a `UsageError` before the run where a file could not be written after it. */
export async function assertReportsWritable(options: CommandOptions): Promise<void> {
  for (const { flag, path } of filesOf(options)) await assertWritable(flag, path)
}

/** Writes the files that can be written. Resolves to a message for each that cannot. */
export async function writeReports(options: CommandOptions, report: Report, rerun: Rerun): Promise<string[]> {
  const all = filesOf(options).map(({ flag, path, text }) => writeText(flag, path, text(report, rerun)))
  const ended = await Promise.allSettled(all)
  return ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
}

function filesOf(options: CommandOptions) {
  return (Object.keys(texts) as (keyof typeof texts)[]).flatMap((name) => {
    const path = options[name]
    return path === undefined ? [] : [{ flag: flagOf(name), path, text: texts[name] }]
  })
}
