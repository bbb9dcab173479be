import { Ajv, type Options } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { nameOf, operationsOf, type Document, type Schema } from './document'

const documentId = 'openapi.yaml'

/**
 * Modules of validators that are compiled ahead of time, so that they are fast and run where `eval` is forbidden. They lie in files
 * of their own by use, and a bundle takes of a file only the validators that it needs.
 */
export async function validatorModules(document: Document): Promise<Record<string, string>> {
  const options: Options = {
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // `required` in one branch of allOf may name a property of another.
    strictRequired: false,
    code: { source: true, esm: true, lines: true },
    keywords: ['x-open-question', 'components'],
  }
  // The vocabulary of draft 7 has every keyword of the document. That of 2020-12 adds code to each function for keywords that it lacks.
  const ajv = new Ajv(options)
  const schemas = Object.entries(document.components.schemas)
  ajv.addSchema({
    $id: documentId,
    components: { schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, undescribed(schema)])) },
  })
  const requests = new Set<string>()
  for (const { operation } of operationsOf(document.paths)) {
    const media = operation.requestBody?.content['application/json']
    if (media) requests.add(nameOf(media.schema))
  }
  const others = schemas.map(([name]) => name).filter((name) => !requests.has(name))
  return {
    ...(await validatorModule(ajv, 'request', [...requests])),
    ...(await validatorModule(ajv, 'response', others)),
  }
}

/** A schema without `description` and `examples`, by which nothing is judged. A property with one of these names stays. */
function undescribed(schema: Schema): Schema {
  const { description: _description, examples: _examples, ...judging } = schema
  return Object.fromEntries(
    Object.entries(judging).map(([keyword, value]) => [
      keyword,
      keyword === 'properties'
        ? Object.fromEntries(
            Object.entries(value as Record<string, Schema>).map(([name, one]) => [name, undescribed(one)]),
          )
        : withoutTexts(value),
    ]),
  )
}

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  return typeof value === 'object' && value !== null ? undescribed(value as Schema) : value
}

/** `<kind>-validators.js` with its types: `validate<Name>` for each schema, and all of them by the schema's name. */
async function validatorModule(ajv: Ajv, kind: string, names: string[]): Promise<Record<string, string>> {
  const exported = Object.fromEntries(
    names.map((name) => [`validate${name}`, `${documentId}#/components/schemas/${name}`]),
  )
  const byName = names.map((name) => `${name}: validate${name}`).join(', ')
  // Two functions of Ajv are modules of CommonJS, which no bundler can leave out.
  const compiled = standalone(ajv, exported)
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', 'charactersIn')
    .replaceAll('require("ajv/dist/runtime/equal").default', 'areEqual')
    // A character takes one or two units, so few texts have to be counted: to count those of an event took 0.5 µs, and 4 µs in cold code.
    .replace(/\b(func\d+)\((\w+)\) > (\d+)/g, '$2.length > $3 && $1($2) > $3')
    .replace(/\bfunc\d+\((\w+)\) < 1\b/g, '$1.length < 1')
    // A bundler leaves out a pattern that nothing uses only where it is told that making one has no effect.
    .replaceAll('new RegExp(', '/* @__PURE__ */ new RegExp(')
  const { outputFiles } = await build({
    stdin: {
      contents: `import { areEqual, charactersIn } from '../schema-check'
${compiled}
export const ${kind}Validators = { ${byName} };`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  const schemas = "components['schemas']"
  const union = names.map((name) => `'${name}'`).join(' | ')
  const declarations = names.map((name) => `export const validate${name}: Validate<${schemas}['${name}']>`)
  return {
    [`${kind}-validators.js`]: `/* eslint-disable */\n${outputFiles[0]?.text ?? ''}`,
    [`${kind}-validators.d.ts`]: `import type { components } from './types'
import type { Validate, Validators } from '../openapi/model'

export const ${kind}Validators: Validators<Pick<${schemas}, ${union}>>
${declarations.join('\n')}
`,
  }
}
