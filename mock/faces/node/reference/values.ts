import type { HeaderObject, JsonSchema, ParameterObject } from '../../../../openapi/model'
import { joined, json, markup, prose, type Markup } from './markup'

/** The schemas that others refer to, by their names. */
export type Schemas = Readonly<Record<string, JsonSchema>>

/** A parameter, a header of a response, or a field. */
type NamedValue = HeaderObject & Pick<ParameterObject, 'name' | 'examples'> & { in?: string }

// The keywords that are told in words. All others are shown as they are.
const told = new Set([
  ...['$ref', 'allOf', 'anyOf', 'const', 'description', 'enum'],
  ...['examples', 'items', 'properties', 'required', 'type'],
])

const nameIn = (reference: unknown) => String(reference).replace(/^.*\//, '')

const listOf = <T>(value: unknown) => (value === undefined ? [] : [value].flat()) as T[]

/** The place of a schema on the page. */
export const placeOf = (name: string) => `/schemas/${name.toLowerCase()}`

/** A schema with the keywords of what it refers to and of all that it combines. Its own ones win. */
function wholeOf({ $ref, allOf, ...own }: JsonSchema, schemas: Schemas): JsonSchema {
  const referred = $ref === undefined ? [] : [schemas[nameIn($ref)] ?? {}]
  const parts = [...referred, ...listOf<JsonSchema>(allOf)].map((part) => wholeOf(part, schemas))
  if (parts.length === 0) return own
  const all = [...parts, own]
  const united = Object.assign({}, ...all) as JsonSchema
  if (united.properties === undefined) return united
  const properties = Object.assign({}, ...all.map((part) => part.properties)) as Schemas
  return { ...united, properties, required: all.flatMap(({ required }) => listOf<string>(required)) }
}

/** The type of a value, with links to the schemas that have names. */
export function typeOf(schema: JsonSchema, schemas: Schemas): Markup {
  const { $ref, anyOf, items, properties, allOf } = schema
  const { type = properties || allOf ? 'object' : 'any value' } = schema
  if ($ref !== undefined) {
    const name = nameIn($ref)
    const link = markup`<a href="#${placeOf(name)}">${name}</a>`
    const { type: referred = 'object' } = schemas[name] ?? {}
    return referred === 'object' ? link : markup`${typeOf({ type: referred }, schemas)} (${link})`
  }
  const options = listOf<JsonSchema>(anyOf).map((option) => typeOf(option, schemas))
  if (options.length > 0) return joined(options, ' or ')
  if (items !== undefined) return markup`array of ${typeOf(items as JsonSchema, schemas)}`
  return joined(listOf<string>(type), ' or ')
}

/** What a value has to be besides its type. */
function limitsOf(schema: JsonSchema): Markup[] {
  const others = Object.entries(schema).filter(([keyword]) => !told.has(keyword))
  return [
    ...('const' in schema ? [markup`always ${json(schema.const)}`] : []),
    ...('enum' in schema ? [markup`one of ${joined(listOf(schema.enum).map(json), ', ')}`] : []),
    ...others.map(([keyword, value]) => markup`${keyword} ${json(value)}`),
  ]
}

/** The limits, examples and fields of a value. */
export function insideOf(schema: JsonSchema, schemas: Schemas, title = 'Limits'): Markup {
  const { anyOf, items, properties = {}, required, ...whole } = wholeOf(schema, schemas)
  const limits = limitsOf(whole)
  const fields = Object.entries(properties as Schemas).map(([name, field]) => ({
    name,
    required: listOf(required).includes(name),
    schema: field,
  }))
  const examples = listOf(whole.examples).map(json)
  const parts = [
    ...listOf<JsonSchema>(anyOf).map((option) => ownInsideOf(option, schemas)),
    ...listOf<JsonSchema>(items).map((item) => ownInsideOf(item, schemas, 'Limits of each item')),
  ]
  return markup`${limits.length > 0 && markup`<p>${title}: ${joined(limits, ', ')}</p>`}
${examples.length > 0 && markup`<p>Example: ${joined(examples, ' or ')}</p>`}
${parts}${valuesMarkup(fields, schemas)}`
}

/** The result of `insideOf` for a value whose schema has no name. Nothing for a schema with a name, which stands on the page by itself. */
export function ownInsideOf(schema: JsonSchema, schemas: Schemas, title?: string): Markup | undefined {
  return schema.$ref === undefined ? insideOf(schema, schemas, title) : undefined
}

/** Named values, each with its type, description, limits, examples and fields. */
export function valuesMarkup(values: readonly NamedValue[], schemas: Schemas): Markup | undefined {
  if (values.length === 0) return undefined
  const rows = values.map((value) => {
    const { name, in: place, required, schema, description, example, examples = {} } = value
    const whole = wholeOf(schema, schemas)
    const isElsewhere = schema.$ref !== undefined && ('properties' in whole || 'anyOf' in whole)
    const about = [
      typeOf(schema, schemas),
      ...(place === undefined ? [] : [`in the ${place}`]),
      ...(required ? [markup`<b>required</b>`] : []),
    ]
    // Different answers may need the same value.
    const given = new Set([...listOf(example), ...Object.values(examples).map((one) => one.value)])
    const shown = given.size === 0 ? whole : { ...whole, examples: [...given] }
    return markup`<div><dt><code>${name}</code> ${joined(about, ', ')}</dt>
<dd>${prose(description ?? whole.description)}${!isElsewhere && insideOf(shown, schemas)}</dd></div>
`
  })
  return markup`<dl>
${rows}</dl>
`
}
