import type { Answer } from '../http/answer'
import { controlRoot } from '../http/front-page'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>The API reference is not built</title>
<h1>The API reference is not built</h1>
<p>It is a part of the built package, which a mock of Node serves here: <code>npm run build</code> makes it in a copy of the repository.</p>
<p>A backend that runs from its sources or in a page of a browser has none. The document itself is at <a href="${controlRoot}/openapi.json">${controlRoot}/openapi.json</a>.</p>
</html>
`

/** Says how the API reference is built, where no face has one. */
export function missingReference(): Answer {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  }
  return { status: 404, headers, body: page }
}
