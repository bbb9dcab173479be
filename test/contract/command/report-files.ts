import { appendFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asJson, assertWritable, cannotWrite, writeText } from '../../../src/core/commands/files'
import { flagOf } from '../../../src/core/commands/flags'
import { makeFolders } from '../../../src/core/folders'
import { reportToBadge } from '../reports/badge'
import { reportToHtml } from '../reports/html'
import { reportToJUnit } from '../reports/junit'
import { reportToMarkdown } from '../reports/markdown'
import { reportToPages } from '../reports/pages'
import type { CommandOptions } from './program'
import type { Report } from '../engine/report'

type Rerun = (id: string) => string

/** The text of each file that a run writes, by the option that names the file. `traffic` is a HAR. */
const texts = {
  json: (report: Report) => asJson(report),
  html: (report: Report, rerun: Rerun) => reportToHtml(report, { rerun }),
  junit: (report: Report) => reportToJUnit(report),
  markdown: (report: Report) => reportToMarkdown(report),
  badge: (report: Report) => reportToBadge(report),
  dialectOut: ({ dialect }: Report) => asJson(dialect),
  har: (_report: Report, _rerun: Rerun, traffic?: object) => asJson(traffic),
}

/** Throws a `UsageError` before the run where a file could not be written after it. */
export function assertReportsWritable(options: CommandOptions): void {
  for (const { place, path } of filesOf(options)) assertWritable(place, path)
  const folder = options.pages
  if (folder === undefined) return
  makeFolder(folder)
  assertWritable('--pages', join(folder, 'index.html'))
}

/** Writes the files that can be written. Returns a message for each that cannot. */
export function writeReports(
  options: CommandOptions & { traffic?: object },
  report: Report,
  rerun: Rerun,
): string[] {
  const { pages, traffic } = options
  const messages = filesOf(options).map(({ place, path, text }) =>
    messageOf(() => writeText(place, path, text(report, rerun, traffic))),
  )
  if (pages !== undefined) messages.push(messageOf(() => writePages(pages, report, rerun)))
  return messages.filter((message) => message !== undefined)
}

/** Names what the written dialect lacks because no dialect can state it; `undefined` where it lacks nothing. */
export function dialectGap({ dialectOut }: CommandOptions, { notStated = {} }: Report): string | undefined {
  if (dialectOut === undefined) return undefined
  const leftOut = Object.keys(notStated)
  if (leftOut.length === 0) return undefined
  return `--dialect-out ${dialectOut} leaves out what no dialect can state: ${leftOut.join(', ')}.`
}

/** Adds the summary to that of a job of GitHub Actions. Returns a message where that failed. */
export function addJobSummary(path: string, report: Report): string | undefined {
  try {
    appendFileSync(path, reportToMarkdown(report))
    return undefined
  } catch (error) {
    return cannotWrite('GITHUB_STEP_SUMMARY', path, error).message
  }
}

/** Why a file could not be written; `undefined` where it was. */
function messageOf(write: () => void): string | undefined {
  try {
    write()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function writePages(folder: string, report: Report, rerun: Rerun): void {
  for (const [path, page] of reportToPages(report, { rerun })) {
    const file = join(folder, path)
    makeFolder(dirname(file))
    writeText('--pages', file, page)
  }
}

function makeFolder(folder: string): void {
  try {
    makeFolders(folder)
  } catch (error) {
    throw cannotWrite('--pages', folder, error)
  }
}

function filesOf(options: CommandOptions) {
  return (Object.keys(texts) as (keyof typeof texts)[]).flatMap((name) => {
    const path = options[name]
    return path === undefined ? [] : [{ place: flagOf(name), path, text: texts[name] }]
  })
}
