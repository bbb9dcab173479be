import { openQuestions } from '../../../../generated/rules'
import type { OpenApiDocument, OpenQuestion } from '../../../../openapi/model'
import { heading, joined, markup, prose, sentence, type Markup } from './markup'
import { operationMarkup, operationsOf } from './operation'
import { insideOf, placeOf, typeOf, type Schemas } from './values'

/** The ids of the open questions on which each operation and each schema of the interface depends, by its name. */
export type Marks = Readonly<Record<string, readonly string[]>>

/** A part of the reference with its place on the page, and the places in it. */
interface Chapter {
  at: string
  name: string
  entries: readonly { at: string; name: string }[]
  text: readonly (Markup | undefined)[]
}

const questionPlace = (id: string) => `/questions/${id.toLowerCase()}`

/** The API reference: contents, operations by their tags, schemas and open questions. */
export function referenceMarkup(document: OpenApiDocument, marks: Marks): Markup {
  const { info, servers, components } = document
  const schemes = Object.values(components.securitySchemes) as { description?: string }[]
  const chapters = [
    ...operationChapters(document, marks),
    schemaChapter(components.schemas, marks),
    questions,
  ]
  const contents = chapters.map(
    ({ at, name, entries }) => markup`<li>${link(at, name)}
${entries.length > 0 && markup`<ul>${entries.map((one) => markup`<li>${link(one.at, one.name)}</li>`)}</ul>`}</li>
`,
  )
  const sections = chapters.map(
    ({ at, name, text }) => markup`<section>
${heading(2, at, name)}
${text}</section>
`,
  )
  return markup`<nav aria-label="Contents"><a class="skip" href="#/">Skip the contents</a>
<ul>
${contents}</ul></nav>
<main>
<h1 id="/">${info.title} ${info.version}</h1>
${prose(info.summary)}
${prose(info.description)}
<p>The document behind this page: <a href="/__mock/openapi.json">JSON</a>, <a href="/__mock/openapi.yaml">YAML</a>.</p>
${servers.map(({ url, description }) => markup`<p><code>${url}</code> ${description}</p>`)}
${schemes.map(({ description }) => prose(description))}
${sections}</main>
`
}

const link = (place: string, text: string) => markup`<a href="#${place}">${text}</a>`

function operationChapters({ tags, paths, webhooks, components }: OpenApiDocument, marks: Marks): Chapter[] {
  const operations = [...operationsOf(paths), ...operationsOf(webhooks)]
  return tags.map(({ name, description }) => {
    const own = operations.filter((operation) => operation.tags?.[0] === name)
    const texts = own.map((one) =>
      operationMarkup(one, components.schemas, questionLinks(marks[one.operationId])),
    )
    return {
      at: `/${name.toLowerCase()}`,
      name,
      entries: own.map(({ at, operationId, summary = operationId }) => ({ at, name: summary })),
      text: [prose(description), ...texts],
    }
  })
}

function schemaChapter(schemas: Schemas, marks: Marks): Chapter {
  const texts = Object.entries(schemas).map(
    ([name, { description, ...schema }]) => markup`<section>
${heading(3, placeOf(name), name)}
${prose(description)}
<p>Type: ${typeOf(schema, schemas)}</p>
${insideOf(schema, schemas)}
${questionLinks(marks[name])}</section>
`,
  )
  const entries = Object.keys(schemas).map((name) => ({ at: placeOf(name), name }))
  return { at: '/schemas', name: 'Schemas', entries, text: texts }
}

/** The open questions on which a part of the interface depends. */
function questionLinks(ids: readonly string[] = []): Markup | undefined {
  if (ids.length === 0) return undefined
  const links = ids.map((id) => link(questionPlace(id), id))
  return markup`<p>Open questions: ${joined(links, ', ')}</p>`
}

const questions: Chapter = {
  at: '/questions',
  name: 'Open questions',
  entries: [],
  text: [
    prose('What the interface leaves open. Everything above is stated as this mock decides it now.'),
    ...openQuestions.map(questionMarkup),
  ],
}

function questionMarkup({ id, question, default: usual, alternatives, dialectFields }: OpenQuestion): Markup {
  const fields = dialectFields.map((field) => markup`<code>${field}</code>`)
  return markup`<section>
${heading(3, questionPlace(id), id)}
<p>${sentence(question)}</p>
<p>The default of the mock: ${sentence(usual)}</p>
<ul>
${alternatives.map((alternative) => markup`<li>${sentence(alternative)}</li>`)}</ul>
${fields.length > 0 && markup`<p>In the dialect: ${joined(fields, ', ')}</p>`}</section>
`
}
