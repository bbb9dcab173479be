import { invariant } from './invariant'
import type { ExchangeEvidence } from '../wire/exchange'

/** The facts that one answer shows of the deployment, by name: its status, headers, fields and texts. */
export type AnswerFacts = ReadonlyMap<string, string>

/** Headers that say something of one answer or one connection alone. */
const momentary =
  /^(date|age|etag|last-modified|expires|connection|keep-alive|content-length|transfer-encoding|set-cookie|server-timing|via|retry-after|cf-.*|x-ratelimit-.*|ratelimit.*|x-runtime|x-response-time)$/
/** Fields whose presence depends on how much a list holds. */
const dependsOnData = new Set(['nextCursor'])

/** Method and path of a request, without ids and query: `DELETE /v1/webhooks/{id}`. `undefined` where no curl line shows them. */
export function addressedBy({ request }: ExchangeEvidence, baseUrl: string): string | undefined {
  const [, method, , url = ''] = /^curl -i -X (\S+) (['"])(.*?)\2/.exec(request) ?? []
  if (method === undefined) return undefined
  const path = url.replace(baseUrl, '').replace(/[?#].*$/, '')
  return `${method} ${path.replace(/\/(?!v1\b|events\b|webhooks\b|keys\b)[^/]*\d[^/]*/g, '/{id}')}`
}

/** The facts of an answer; none where no answer came. */
export function factsOf({ response }: ExchangeEvidence, baseUrl: string): AnswerFacts {
  const facts = new Map<string, string>()
  if (!response) return facts
  facts.set('status', String(response.status))
  for (const [name, value] of Object.entries(response.headers)) {
    facts.set(`header ${name}`, momentary.test(name) ? 'present' : invariant(value, baseUrl))
  }
  const body = bodyOf(response.body)
  if (body === undefined) return facts
  facts.set('body', kindOf(body))
  addFields(facts, body, '', baseUrl)
  return facts
}

/** The body: JSON, or a text that stands for what is none. `undefined` where evidence holds only a part of it. */
function bodyOf(text: string): unknown {
  if (text === '') return ''
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.endsWith('…') ? undefined : text
  }
}

/** Adds the fields of a body. A field of a list's items counts where all of them have it, as the items are not the same in two runs. */
function addFields(facts: Map<string, string>, value: unknown, place: string, baseUrl: string): void {
  if (Array.isArray(value)) {
    const [first, ...others] = value.map((item) => {
      const own = new Map<string, string>()
      addFields(own, item, `${place}[]`, baseUrl)
      return own
    })
    for (const [name, kind] of first ?? [])
      if (others.every((own) => own.get(name) === kind)) facts.set(name, kind)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (dependsOnData.has(name)) continue
      const path = place === '' ? name : `${place}.${name}`
      // The texts of an error are the deployment's own, and any other value is the client's or differs in each run.
      const isOwnText = typeof inner === 'string' && /^error\b/.test(place)
      facts.set(`field ${path}`, isOwnText ? invariant(inner, baseUrl) : kindOf(inner))
      // The payload of an event is what the suite has sent.
      if (name !== 'data' || Array.isArray(inner)) addFields(facts, inner, path, baseUrl)
    }
  }
}

function kindOf(value: unknown): string {
  if (value === '') return 'empty'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
