import type {
  JsonSchema,
  MediaObject,
  OperationObject,
  PathItemObject,
  ResponseObject,
} from '../../../../openapi/model'
import { heading, joined, markup, prose, sentence, type Markup } from './markup'
import { insideOf, ownInsideOf, typeOf, valuesMarkup, type Schemas } from './values'

/** An operation with the method and the place where it is asked for. */
export interface PlacedOperation extends OperationObject {
  method: string
  place: string
  /** Its place on the page, to which the explanations of refusals link. */
  at: string
}

/** The operations of some paths, or of the deliveries to some webhooks. */
export function operationsOf(items: Record<string, PathItemObject>): PlacedOperation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { tags = [], operationId } = operation
      const place = path.startsWith('/') ? path : 'the URL of the webhook'
      return { ...operation, method, place, at: `/${tags[0]}/${operationId}`.toLowerCase() }
    }),
  )
}

/** An operation: the key it needs, what it takes, and what it answers. */
export function operationMarkup(operation: PlacedOperation, schemas: Schemas, questions?: Markup): Markup {
  const { operationId, summary = operationId, description, parameters = [], requestBody } = operation
  const { method, place, at, responses } = operation
  return markup`<section>
${heading(3, at, summary)}
<p class="place"><b>${method.toUpperCase()}</b> <code>${place}</code></p>
${prose(description)}
<p>Id: <code>${operationId}</code>. Key: ${keyOf(operation)}.</p>
${questions}
${parameters.length > 0 && markup`<h4>Parameters</h4>`}
${valuesMarkup(parameters, schemas)}
${requestBody && requestMarkup(requestBody, schemas)}
<h4>Responses</h4>
${Object.entries(responses).map(([status, response]) => responseMarkup(status, response, schemas))}
</section>
`
}

function keyOf({ security = [] }: OperationObject): Markup {
  const [requirement] = security
  if (requirement === undefined) return markup`none`
  const scopes = Object.values(requirement).flat()
  if (scopes.length === 0) return markup`one with full access`
  const names = scopes.map((scope) => markup`<code>${scope}</code>`)
  return markup`one with full access, or with the scope ${joined(names, ' and ')}`
}

function requestMarkup(
  { required, description, content }: NonNullable<OperationObject['requestBody']>,
  schemas: Schemas,
): Markup {
  return markup`<h4>Request body${required && ', required'}</h4>
${prose(description)}
${contentMarkup(content, schemas, insideOf)}`
}

function responseMarkup(
  status: string,
  { description, headers = {}, content = {} }: ResponseObject,
  schemas: Schemas,
): Markup {
  const values = Object.entries(headers).map(([name, header]) => ({ ...header, name }))
  return markup`<h5><code>${status}</code></h5>
${prose(description)}
${valuesMarkup(values, schemas)}
${contentMarkup(content, schemas, ownInsideOf)}`
}

/** The body in each of its media types, with examples to unfold. */
function contentMarkup(
  content: Record<string, MediaObject>,
  schemas: Schemas,
  inside: (schema: JsonSchema, schemas: Schemas) => Markup | undefined,
): Markup[] {
  return Object.entries(content).map(([type, { schema, examples = {} }]) => {
    const shown = Object.entries(examples).map(
      ([name, { summary = name, value }]) =>
        markup`<details><summary>Example: ${sentence(summary)}</summary>
<pre>${JSON.stringify(value, null, 2)}</pre></details>
`,
    )
    return markup`<p><code>${type}</code>: ${typeOf(schema, schemas)}</p>
${inside(schema, schemas)}
${shown}`
  })
}
