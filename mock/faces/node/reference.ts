import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Answer } from '../../http/answer'

/** Answers with the API reference; `undefined` where it was not built. */
export type Reference = () => Promise<Answer | undefined>

/** Whether a request is for the API reference. */
export function isReferenceRequest({ method, url = '' }: { method?: string; url?: string }): boolean {
  return (method === 'GET' || method === 'HEAD') && /^(https?:\/\/[^/]*)?\/__mock\/docs\/?(\?|$)/.test(url)
}

/**
 * Makes an answer of the page that `npm run build` puts beside the code. The page holds no data: it asks the control routes for the
 * document of the dialect that is played, and they judge that request.
 */
export function createReference(place = new URL('./reference.html', import.meta.url)): Reference {
  let read: Promise<Answer | undefined> | undefined
  return async () => {
    const answer = await (read ??= readReference(place))
    return answer && { ...answer, headers: { ...answer.headers } }
  }
}

async function readReference(place: URL): Promise<Answer | undefined> {
  let body: string
  try {
    body = await readFile(place, 'utf8')
  } catch {
    return undefined
  }
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOf(body),
  }
  return { status: 200, headers, body }
}

/** A policy under which the page runs its own script, and loads nothing but the document. */
function policyOf(page: string): string {
  const scripts = hashesOf(page, /<script type="module">([^]*?)<\/script>/g)
  const styles = hashesOf(page, /<style>([^]*?)<\/style>/g)
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    'img-src data:',
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

function hashesOf(page: string, element: RegExp): string {
  return [...page.matchAll(element)]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ')
}
