import { expect, test } from 'vitest'
import { resolveDialect } from '@event-delivery/mock'
import { documentOf } from '../../mock/document/document'
import { referenceMarkup } from '../../mock/faces/node/reference/page'
import type { OpenApiDocument, OperationObject } from '../../openapi/model'
import { dialectOf, rowsOfEachValue } from '../support/pairwise'

// A page shows each field of a dialect by itself, so that every value is enough, and no pair of them is needed.
const documents = [{}, ...rowsOfEachValue().map(dialectOf)].map((dialect) =>
  documentOf(resolveDialect(dialect)),
)

// The marks are those of the build. These two stand for them.
const marks = { createEvent: ['OQ-01'], Event: ['OQ-21'] }
const pages = documents.map((document) => ({ document, html: referenceMarkup(document, marks).text }))

/** The text that a browser shows of some HTML. */
const textOf = (html: string) =>
  html
    .replaceAll('<p>', '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)))

/** The text between the heading at a place of the page and the next one of its level. */
function sectionAt(html: string, place: string): string {
  const [, section] = html.split(`<h3 id="${place}">`)
  return textOf(section?.split('</section>')[0] ?? '')
}

/** The names of the schemas that a schema refers to. */
const namesIn = (schema: unknown) =>
  [...JSON.stringify(schema).matchAll(/schemas\/(\w+)"/g)].map(([, name = '']) => name)

/** What a reader has to find in the section of an operation. */
function factsOf(operation: OperationObject): string[] {
  const { operationId, description, parameters = [], requestBody, responses } = operation
  const bodies = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  const media = bodies.flatMap((content) => Object.entries(content ?? {}))
  return [
    operationId,
    ...Object.values(operation.security?.[0] ?? {}).flat(),
    (description ?? '').replaceAll('`', ''),
    ...parameters.flatMap(({ name, description: about = '' }) => [name, about.replaceAll('`', '')]),
    ...Object.entries(responses).flatMap(([status, { headers = {} }]) => [status, ...Object.keys(headers)]),
    ...media.flatMap(([type, { schema }]) => [type, ...namesIn(schema)]),
    ...media.flatMap(([, { examples = {} }]) =>
      Object.values(examples).map(({ value }) => JSON.stringify(value, null, 2)),
    ),
  ].map((text) => text.trim())
}

test('each operation of each dialect stands in the reference with all that it takes and answers', () => {
  for (const { document, html } of pages) {
    expect(html).not.toMatch(/undefined|\[object/)
    for (const [path, item] of Object.entries({ ...document.paths, ...document.webhooks })) {
      for (const [method, operation] of Object.entries(item)) {
        const place = path.startsWith('/') ? path : 'the URL of the webhook'
        const section = sectionAt(html, `/${operation.tags?.[0]}/${operation.operationId}`.toLowerCase())
        const facts = [`${method.toUpperCase()} ${place}`, ...factsOf(operation)]
        expect(facts.filter((fact) => !section.includes(fact))).toEqual([])
      }
    }
  }
})

// They are told in words.
const told = 'properties $ref items type required description examples const enum allOf anyOf'.split(' ')

test('each schema of each dialect stands in the reference with all that it permits', () => {
  for (const { document, html } of pages) {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const section = sectionAt(html, `/schemas/${name.toLowerCase()}`)
      const words = [...JSON.stringify(schema).matchAll(/"([^"\\]+)":/g)].map(([, word = '']) => word)
      const shown = words.filter((word) => !told.includes(word) || word in Object(schema.properties))
      expect(shown.filter((word) => !section.includes(word))).toEqual([])
    }
  }
})

test('a value is shown with its type, whether it is required, its description, limits and examples', () => {
  const [{ html } = { html: '' }] = pages
  const shown = (place: string) => sectionAt(html, place).replace(/\s+/g, ' ')
  const rows = [
    String.raw`url string, required The HTTPS endpoint that receives the events. Limits: pattern "^[Hh][Tt][Tt][Pp][Ss]://[^/?#\\s]"`,
    'events array of string (EventTypeName), required The event types to receive, or the single element * for all.',
    'Limits: minItems 1, uniqueItems true, if {"contains":{"const":"*"}}, then {"maxItems":1} description string Free text.',
  ]
  expect(shown('/webhooks/createwebhook')).toContain(rows.join(' '))
  expect(shown('/webhooks/createwebhook')).toContain(
    'Key: one with full access, or with the scope webhooks:write.',
  )
  expect(shown('/keys/createkey')).toContain('Key: one with full access.')
  expect(shown('/deliveries/deliverevent')).toContain('Key: none.')
  expect(shown('/events/listevents')).toContain(
    'limit integer, in the query How many items to return at most. 20 when omitted. Over 100 is refused. ' +
      'Limits: minimum 1, maximum 100, default 20 Example: 2 cursor string, in the query',
  )
})

test('a schema that combines others is shown with the fields of all, and one of several with each of them', () => {
  const [document] = documents
  const Either = {
    anyOf: [{ $ref: '#/components/schemas/Event' }, { properties: { note: { type: 'string' } } }],
  }
  const schemas = { ...document!.components.schemas, Either }
  const html = referenceMarkup({ ...document!, components: { ...document!.components, schemas } }, {}).text
  const shown = (name: string) => sectionAt(html, `/schemas/${name}`).replace(/\s+/g, ' ')
  expect(shown('either')).toContain('Type: Event or object note string')
  expect(shown('webhookwithsecret')).toContain('url string, required The HTTPS endpoint.')
  expect(shown('webhookwithsecret')).toContain(
    'required The status of every new webhook. Limits: always "active"',
  )
  expect(shown('webhookwithsecret')).toContain('secret string, required Verifies the signatures')
})

test('every link within the reference leads to one place', () => {
  for (const { html } of pages) {
    const places = [...html.matchAll(/ id="([^"]*)"/g)].map(([, place]) => place)
    const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, place]) => place)
    expect(new Set(places).size).toBe(places.length)
    expect(links).toEqual(expect.arrayContaining(['/', '/questions/oq-01', '/questions/oq-21']))
    expect(links.filter((place) => !places.includes(place))).toEqual([])
  }
})

test('a text of the document is no HTML in the reference', () => {
  const hostile = `<img src=x onerror="alert('1')">&amp;`
  const swapped = (_name: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const named = Object.entries(value).map(([name, one]): [string, unknown] =>
      ['description', 'summary', 'example', 'pattern', 'const', 'version'].includes(name)
        ? [name, hostile]
        : [name, one],
    )
    return 'properties' in value
      ? { ...value, properties: { ...(value.properties as object), [hostile]: { type: hostile } } }
      : Object.fromEntries(named)
  }
  const document = JSON.parse(JSON.stringify(documents[0]), swapped) as OpenApiDocument
  const html = referenceMarkup(document, {}).text
  expect(html).not.toContain('<img')
  expect(html).not.toContain('onerror="')
  expect(textOf(html).split(hostile).length).toBeGreaterThan(100)
})
