import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { figure, type Outcome } from './report'

const folder = fileURLToPath(new URL('../../../docs/images', import.meta.url))

// Sizes of a chart, in pixels.
const [width, barHeight, gap, top] = [640, 22, 10, 64]
const [nameWidth, figureWidth] = [210, 110]
const longestBar = width - nameWidth - figureWidth

// A picture in a page follows the reader's choice of light or dark by itself. Both pairs are legible on the page's background.
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600 }
  .about { fill: #59636e }
  .bar { fill: #8c959f }
  .own { fill: #0969da }
  .range { stroke: #1f2328; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .about { fill: #9198a1 }
    .bar { fill: #656c76 }
    .own { fill: #4493f8 }
    .range { stroke: #f0f6fc }
  }`

/**
 * Draws an outcome: a bar for the median of each contender, a line from its worst round to its best one, and below the title
 * what was wanted and reached. Contenders that a target is about have a colour of their own.
 *
 * @example
 * writeFileSync('chart.svg', chartOf(outcome))
 */
export function chartOf({ title, unit, contenders, targets }: Outcome): string {
  const own = new Set(targets.map(({ of }) => of))
  const most = Math.max(...contenders.flatMap(({ samples }) => samples))
  const place = (value: number) => nameWidth + (most > 0 ? (value / most) * longestBar : 0)
  const rows = contenders.map(({ name, median, samples }, index) => {
    const y = top + index * (barHeight + gap)
    const middle = y + barHeight / 2
    const [least, largest] = [Math.min(...samples), Math.max(...samples)]
    return [
      `<text x="${nameWidth - 10}" y="${middle + 4}" text-anchor="end"${fitted(name, nameWidth - 10)}>${escaped(name)}</text>`,
      `<rect class="${own.has(name) ? 'own' : 'bar'}" x="${nameWidth}" y="${y}" width="${round(place(median) - nameWidth)}" height="${barHeight}" rx="2"/>`,
      `<path class="range" d="M${round(place(least))} ${middle}H${round(place(largest))}"/>`,
      `<text x="${round(place(largest) + 8)}" y="${middle + 4}">${figure(median)} ${escaped(unit)}</text>`,
    ].join('\n')
  })
  const height = top + contenders.length * (barHeight + gap)
  const wanted = targets.map(describe).join('; ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(`${title}. ${wanted}`)}</title>
<style>${style}
</style>
<text class="title" x="0" y="18"${fitted(title, width)}>${escaped(title)}</text>
<text class="about" x="0" y="40"${fitted(wanted, width)}>${escaped(wanted)}</text>
${rows.join('\n')}
</svg>
`
}

/** Writes the chart of each outcome to `docs/images/bench-NAME.svg`. */
export function writeCharts(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) writeFileSync(`${folder}/bench-${outcome.name}.svg`, chartOf(outcome))
}

// Pixels. The letters of the widest system fonts are wider, and those of the narrowest ones not much narrower.
const letterWidth = 6.6
const widestLetter = 9.2

/** The length of a text that would not fit in every font: its letters are set closer there, so that none is cut off. */
function fitted(text: string, room: number): string {
  if (text.length * widestLetter <= room) return ''
  return ` textLength="${round(Math.min(room, text.length * letterWidth))}" lengthAdjust="spacingAndGlyphs"`
}

function describe({ of, beside, reached, atLeast, atMost }: Outcome['targets'][number]): string {
  const subject = beside === undefined ? of : `${of} to ${beside}`
  const bound = atLeast === undefined ? `at most ${figure(atMost ?? NaN)}` : `at least ${figure(atLeast)}`
  return `${subject}: ${figure(reached)}, wanted ${bound}`
}

const round = (value: number) => Math.round(value * 10) / 10

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
