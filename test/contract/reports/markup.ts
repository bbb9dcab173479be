import { visibleLines } from '../../../src/core/visible'
import { style } from './style'

/** HTML that was made by `html` and needs no escaping. */
export class Markup {
  constructor(readonly text: string) {}
}

/** A value in a template: text is escaped, `Markup` is not, a list is joined, `undefined` and `false` are left out. */
export type Hole = string | number | false | Markup | undefined | readonly Hole[]

/**
 * Makes HTML of a template. Values are escaped, unless they came out of a template themselves.
 *
 * @example
 * html`<p>${'<script>'}</p>`.text // '<p>&lt;script&gt;</p>'
 */
export function html(parts: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  return new Markup(
    parts.map((part, index) => part + (index < holes.length ? fill(holes[index]) : '')).join(''),
  )
}

/** Makes HTML of text: words between backticks are code. */
export function prose(text: string): Markup {
  return new Markup(escape(text).replace(/`([^`\n]+)`/g, '<code>$1</code>'))
}

function fill(hole: Hole): string {
  if (hole === undefined || hole === false) return ''
  if (hole instanceof Markup) return hole.text
  if (typeof hole === 'object') return hole.map(fill).join('')
  return escape(String(hole))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return visibleLines(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A card with a table. */
export function tableCard(heads: readonly string[], rows: Hole): Markup {
  return html`<div class="card">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th>${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

/** Something that a reader opens. */
export function folded(summary: string, content: Hole): Markup {
  return html`<details>
    <summary>${summary}</summary>
    ${content}
  </details>`
}

/** A fact of a list of facts. */
export function fact(term: string, value: Hole): Markup {
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`
}

/** The head of a page. Its tone shows whether the result is good or bad. */
export function pageHead(tone: string, kicker: string, title: string, more: Hole): Markup {
  return html`<header class="verdict ${tone}">
    <div>
      <p class="kicker">${kicker}</p>
      <h1>${title}</h1>
      ${more}
    </div>
  </header>`
}

/** An address and the words that lead there. */
export type PageLink = readonly [address: string, words: string]

/** The parts of a page. */
export interface PageParts {
  title: string
  header: Markup
  /** The links of the bar below the header. */
  links: readonly PageLink[]
  main: Markup
  footer: string
}

/** Puts a page together. A page loads nothing, runs no script, and forbids itself to. */
export function htmlPage({ title, header, links, main, footer }: PageParts): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        ${header}
        <nav aria-label="Sections">
          <ul>
            ${links.map(([address, words]) => html`<li><a href="${address}">${words}</a></li>`)}
          </ul>
        </nav>
        <main>${main}</main>
        <footer>${footer}</footer>
      </body>
    </html> `
  return page.text
}
