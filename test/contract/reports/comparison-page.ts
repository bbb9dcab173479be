import { count } from './appearance'
import { groupBy } from '../engine/group-by'
import { fact, folded, html, htmlPage, pageHead, prose, tableCard, type Markup } from './markup'
import { type Difference, unjudged, worse } from './ranked-differences'

/** A side of a comparison, in a line: the file, and the deployment where that is known. */
export interface ComparedSide {
  name: string
  detail?: string
}

/**
 * Writes the differences of two runs as one HTML page. It loads nothing and runs no script; whatever a service sent is
 * escaped.
 *
 * @example
 * await writeFile('diff.html', comparisonToHtml({ name: 'a.json' }, { name: 'b.json' }, differences))
 */
export function comparisonToHtml(
  before: ComparedSide,
  after: ComparedSide,
  differences: readonly Difference[],
): string {
  const groups = [...groupBy(differences, ({ group }) => group)]
  const of = (name: string) => differences.filter(({ group }) => group === name).length
  return htmlPage({
    title: `${before.name} and ${after.name}`,
    header: pageHead(
      differences.length === 0 ? 'good' : of(worse) > 0 ? 'bad' : 'info',
      'Two runs of event-delivery-conformance',
      headingOf(differences.length - of(unjudged), of(worse), of(unjudged)),
      html`<dl>${side('Before', before)} ${side('After', after)}</dl>`,
    ),
    links: groups.map(([group]) => [`#${anchorOf(group)}`, group]),
    main: html`${groups.map(([group, all]) => section(group, all))}`,
    footer: 'Values of ids, times and secrets are not compared.',
  })
}

/** The differences in what both judged, and how many of them are worse. */
function headingOf(all: number, worse: number, unjudged: number): string {
  if (worse > 0) return `${worse} worse, ${count(all, 'difference')}`
  if (all > 0) return count(all, 'difference')
  return unjudged === 0 ? 'The same' : 'The same in what both judged'
}

function side(term: string, { name, detail }: ComparedSide): Markup {
  return fact(term, [name, detail === undefined ? '' : html`<br /><span class="id">${detail}</span>`])
}

function section(group: string, differences: readonly Difference[]): Markup {
  const rows = differences.map(
    ({ name, before, after }) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td data-label="Before:">${prose(before)}</td>
        <td data-label="After:">${prose(after)}</td>
      </tr>`,
  )
  const table = tableCard(['', 'Before', 'After'], rows)
  const number = count(differences.length, 'difference')
  return html`<section id="${anchorOf(group)}">
    <h2>${group}</h2>
    ${group === unjudged ? folded(number, table) : [html`<p>${number}.</p>`, table]}
  </section>`
}

function anchorOf(group: string): string {
  return group.toLowerCase().replace(/[^a-z]+/g, '-')
}
