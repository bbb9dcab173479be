import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asJson, assertWritable, cannotWrite, writeText } from './files'
import { flagOf } from './flags'
import { reportToBadge } from '../reports/badge'
import { reportToHtml } from '../reports/html'
import { reportToJUnit } from '../reports/junit'
import { reportToMarkdown } from '../reports/markdown'
import { reportToPages } from '../reports/pages'
import type { CommandOptions } from './options'
import type { Report } from '../engine/report'

type Rerun = (id: string) => string

/** The text of each file that a run writes, by the option that names the file. */
const texts = {
  json: (report: Report) => asJson(report),
  html: (report: Report, rerun: Rerun) => reportToHtml(report, { rerun }),
  junit: (report: Report) => reportToJUnit(report),
  markdown: (report: Report) => reportToMarkdown(report),
  badge: (report: Report) => reportToBadge(report),
  dialectOut: ({ dialect }: Report) => asJson(dialect),
}

/** Throws a `UsageError` before the run where a file could not be written after it. */
export async function assertReportsWritable(options: CommandOptions): Promise<void> {
  for (const { flag, path } of filesOf(options)) await assertWritable(flag, path)
  const folder = options.pages
  if (folder === undefined) return
  await makeFolder(folder)
  await assertWritable(flagOf('pages'), join(folder, 'index.html'))
}

/** Writes the files that can be written. Resolves to a message for each that cannot. */
export async function writeReports(options: CommandOptions, report: Report, rerun: Rerun): Promise<string[]> {
  const all = filesOf(options).map(({ flag, path, text }) => writeText(flag, path, text(report, rerun)))
  if (options.pages !== undefined) all.push(writePages(options.pages, report, rerun))
  const ended = await Promise.allSettled(all)
  return ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
}

/** Adds the summary to that of a job of GitHub Actions. Resolves to a message where that failed. */
export async function addJobSummary(path: string, report: Report): Promise<string | undefined> {
  try {
    await appendFile(path, reportToMarkdown(report))
    return undefined
  } catch (error) {
    return cannotWrite('GITHUB_STEP_SUMMARY', path, error).message
  }
}

async function writePages(folder: string, report: Report, rerun: Rerun): Promise<void> {
  for (const [path, page] of reportToPages(report, { rerun })) {
    const file = join(folder, path)
    await makeFolder(dirname(file))
    await writeText(flagOf('pages'), file, page)
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw cannotWrite(flagOf('pages'), folder, error)
  }
}

function filesOf(options: CommandOptions) {
  return (Object.keys(texts) as (keyof typeof texts)[]).flatMap((name) => {
    const path = options[name]
    return path === undefined ? [] : [{ flag: flagOf(name), path, text: texts[name] }]
  })
}
