import { expect, it } from 'vitest'
import { chartOf } from './chart'
import { outcomeOf } from './report'

const outcome = outcomeOf(
  {
    name: 'pages',
    title: 'A page of 20 & more',
    unit: '<µs>',
    targets: [{ of: 'many', beside: 'few', atMost: 1.3 }],
    run: () => Promise.reject(new Error('This benchmark is not run.')),
  },
  { few: [100, 200, 300], many: [400, 400, 400] },
)
const chart = chartOf(outcome)

const widths = [...chart.matchAll(/<rect class="(own|bar)"[^>]* width="([\d.]+)"/g)]

it('draws a bar for the median of each contender, in proportion', () => {
  const [few, many] = widths.map(([, , width]) => Number(width))
  expect((many ?? 0) / (few ?? 0)).toBeCloseTo(2, 1)
})

it('gives the contenders that a target is about a colour of their own, in light and in dark', () => {
  expect(widths.map(([, kind]) => kind)).toEqual(['bar', 'own'])
  expect(chart).toContain('prefers-color-scheme: dark')
  expect(chart.match(/\.own \{ fill: #[\da-f]{6} \}/g)).toHaveLength(2)
})

it('draws a line from the worst round to the best one', () => {
  const [, from, to] = /<path class="range" d="M([\d.]+) [\d.]+H([\d.]+)"/.exec(chart) ?? []
  const least = Number(from)
  const [few] = widths.map(([, , width]) => Number(width))
  // The median lies in the middle between the rounds of 100 and 300.
  expect(Number(to) - least).toBeCloseTo(few ?? NaN, 0)
})

it('says what was wanted and reached, and holds no letter that markup would read as its own', () => {
  expect(chart).toContain('many to few: 2.00, wanted at most 1.30')
  expect(chart).toContain('A page of 20 &amp; more')
  expect(chart).not.toContain('<µs>')
})

it('gives a text that is long a length within the picture, whatever the font is', () => {
  const long = chartOf({
    ...outcome,
    title: 'A page of many events, read by many clients at a time, each with a key of its own',
  })
  const lengths = [...long.matchAll(/textLength="([\d.]+)"/g)].map(([, length]) => Number(length))
  expect(lengths.length).toBeGreaterThan(0)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(640)
  expect(chart.match(/>few<|>many</g)).toHaveLength(2)
})
