import { reportToHtml } from '../reports/html'
import { reportToJUnit } from '../reports/junit'
import { asJson, assertWritable, writeText } from './files'
import type { Report } from '../engine/report'

/** The files that a run is to write, by the option that names each. */
export interface ReportFiles {
  json?: string
  html?: string
  junit?: string
  dialectOut?: string
}

type Written = keyof ReportFiles

const flags: Readonly<Record<Written, string>> = {
  json: '--json',
  html: '--html',
  junit: '--junit',
  dialectOut: '--dialect-out',
}

const texts: Readonly<Record<Written, (report: Report, rerun: (id: string) => string) => string>> = {
  json: (report) => asJson(report),
  html: (report, rerun) => reportToHtml(report, { rerun }),
  junit: (report) => reportToJUnit(report),
  dialectOut: ({ dialect }) => asJson(dialect),
}

/** Fails before the run where a file could not be written after it. */
export async function assertReportsWritable(files: ReportFiles): Promise<void> {
  for (const [kind, path] of wanted(files)) await assertWritable(flags[kind], path)
}

/** Writes what can be written and resolves to what could not be, a message each. */
export async function writeReports(
  files: ReportFiles,
  report: Report,
  rerun: (id: string) => string,
): Promise<string[]> {
  const all = wanted(files).map(([kind, path]) => writeText(flags[kind], path, texts[kind](report, rerun)))
  const ended = await Promise.allSettled(all)
  return ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
}

function wanted(files: ReportFiles): [Written, string][] {
  return (Object.keys(flags) as Written[]).flatMap((kind) => {
    const path = files[kind]
    return path === undefined ? [] : [[kind, path] as [Written, string]]
  })
}
