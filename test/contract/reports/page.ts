import { html, Markup } from './markup'
import { style } from './style'

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
