import { headlineOf, type Tone } from './appearance'
import { html } from './markup'
import type { Report } from '../engine/report'

/** Grounds on which white text has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
const grounds: Readonly<Record<Tone, string>> = {
  good: '#177245',
  bad: '#b3261e',
  warn: '#8a5a00',
  info: '#2456a6',
  idle: '#5f646d',
}

const subject = 'event delivery'
/** The width that a letter is given. `textLength` makes any font keep to it. */
const letter = 6.6
const margin = 8

/**
 * Writes the verdict as an SVG badge for a README: the verdict, and how many rules were judged of how many.
 *
 * @example
 * await writeFile('conformance.svg', reportToBadge(report))
 */
export function reportToBadge(report: Report): string {
  const { tone, title } = headlineOf(report)
  const { judged, total } = report.summary.coverage
  const said = `${title.toLowerCase()} ${judged}/${total}`
  const [left, right] = [widthOf(subject), widthOf(said)]
  const label = `${subject}: ${said} rules judged`
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${left + right}"
    height="20"
    role="img"
    aria-label="${label}"
  >
    <title>${label}</title>
    <clipPath id="round"><rect width="${left + right}" height="20" rx="3" /></clipPath>
    <g clip-path="url(#round)">
      <rect width="${left}" height="20" fill="#40454d" />
      <rect x="${left}" width="${right}" height="20" fill="${grounds[tone]}" />
    </g>
    <g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
      <text x="${margin}" y="14" textLength="${left - 2 * margin}">${subject}</text>
      <text x="${left + margin}" y="14" textLength="${right - 2 * margin}">${said}</text>
    </g>
  </svg> `.text
}

function widthOf(text: string): number {
  return Math.round(text.length * letter) + 2 * margin
}
