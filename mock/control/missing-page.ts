import type { Answer } from '../http/answer'
import { controlRoot } from '../http/front-page'

const documentLink = `<a href="${controlRoot}/openapi.json">${controlRoot}/openapi.json</a>`

/** The pages that the build makes. What each one says where it is missing. */
const missing = {
  reference: {
    title: 'The API reference is not built',
    paragraphs: [
      'It is a part of the built package, which a mock of Node serves here: <code>npm run build</code> makes it in a copy of the repository.',
      `A backend that runs from its sources or in a page of a browser has none. The document itself is at ${documentLink}.`,
    ],
  },
  inspector: {
    title: 'The inspector is not here',
    paragraphs: [
      'Its files are a part of the built package, from which a mock of Node reads them: <code>npm run build</code> makes them in a copy of the repository. A bundle that holds the mock leaves them behind: keep <code>@event-delivery/mock</code> out of it.',
      'Where the backend runs in a page of a browser, <code>mountInspector</code> of <code>@event-delivery/mock/inspector</code> shows the inspector in that page.',
    ],
  },
}

/** Says how a page is made that a browser asked for and that is not there. */
export function missingPage(name: keyof typeof missing): Answer {
  const { title, paragraphs } = missing[name]
  const lines = paragraphs.map((paragraph) => `<p>${paragraph}</p>\n`)
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>${title}</title>
<h1>${title}</h1>
${lines.join('')}</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  }
  return { status: 404, headers, body }
}
