import { visible, visibleLines } from '../../../src/core/visible'

/** Ends of lines, also those that only some viewers of logs know. */
const lineEnds = /\r\n|[\n\r\u2028\u2029]/g
/** Marks that begin a command anywhere in a line, for the runners of GitHub, Azure Pipelines and TeamCity. */
const commandMarks = /##(?=\[|vso\[|teamcity\[)/gi
/** The mark of a command for the runner of GitHub, which looks for it behind the blanks at the beginning of a line. */
const leadingMark = /^(\s*):(?=:)/

/** A text of a deployment as a part of one line: the ends of its lines, and what cannot be printed, are visible. */
export function oneLine(text: string): string {
  return visible(text.replace(lineEnds, '⏎'))
}

/**
 * A text of several lines that steers nothing: neither a terminal by control characters, nor the runner of a CI service, which
 * obeys commands that it finds in the log.
 */
export function inert(text: string): string {
  return visibleLines(text)
    .split('\n')
    .map((line) => line.replace(commandMarks, '#\\u0023').replace(leadingMark, '$1\\u003a'))
    .join('\n')
}
