import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { nameOf, operationsOf, type Document, type Rulebook } from './document'
import { dialectSchema } from './dialect'

const documentId = 'openapi.yaml'
const dialectId = 'dialect.json'

/**
 * Modules of validators that are compiled ahead of time, so that they run where `eval` is forbidden.
 * They lie in files of their own by use: a bundle takes only those it needs.
 */
export async function validatorModules(
  document: Document,
  rulebook: Rulebook,
): Promise<Record<string, string>> {
  const options: Options = {
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // `required` in one branch of allOf may name a property of another.
    strictRequired: false,
    code: { source: true, esm: true, lines: true },
    keywords: ['x-open-question', 'components'],
  }
  const ajv = new Ajv2020(options)
  ajv.addSchema({ $id: documentId, components: { schemas: document.components.schemas } })
  // A source may stand in a dozen places, and is compiled once.
  const ajvOfDialect = new Ajv2020({ ...options, inlineRefs: false })
  ajvOfDialect.addSchema({ $id: dialectId, ...dialectSchema(rulebook) })

  const requests = new Set<string>()
  for (const { operation } of operationsOf(document.paths)) {
    const media = operation.requestBody?.content['application/json']
    if (media) requests.add(nameOf(media.schema))
  }
  const others = Object.keys(document.components.schemas).filter((name) => !requests.has(name))
  const inDocument = (name: string) => `${documentId}#/components/schemas/${name}`
  const schemas = "components['schemas']"
  const importSchemas = "import type { components } from './types'"
  return {
    ...(await validatorModule(ajv, 'request', [...requests], inDocument, schemas, importSchemas)),
    ...(await validatorModule(ajv, 'response', others, inDocument, schemas, importSchemas)),
    ...(await validatorModule(
      ajvOfDialect,
      'dialect',
      ['Dialect'],
      () => dialectId,
      '{ Dialect: Dialect }',
      "import type { Dialect } from './dialect'",
    )),
  }
}

/** `<kind>-validators.js` with its types: `validate<Name>` for each schema, and all of them by the schema's name. */
async function validatorModule(
  ajv: Ajv2020,
  kind: string,
  names: string[],
  reference: (name: string) => string,
  schemas: string,
  importSchemas: string,
): Promise<Record<string, string>> {
  const exported = Object.fromEntries(
    names.map((name) => {
      const id = `validate${name}`
      ajv.addSchema({ $id: id, $ref: reference(name) })
      return [id, id]
    }),
  )
  const byName = names.map((name) => `${name}: validate${name}`).join(', ')
  const bundled = await build({
    stdin: {
      contents: `${standalone(ajv, exported)}\nexport const ${kind}Validators = { ${byName} };`,
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  const union = names.map((name) => `'${name}'`).join(' | ')
  const declarations = names.map((name) => `export const validate${name}: Validate<(${schemas})['${name}']>`)
  return {
    [`${kind}-validators.js`]: `/* eslint-disable */\n${bundled.outputFiles[0]?.text ?? ''}`,
    [`${kind}-validators.d.ts`]: `${importSchemas}
import type { Validate, Validators } from '../openapi/model'

export const ${kind}Validators: Validators<Pick<${schemas}, ${union}>>
${declarations.join('\n')}
`,
  }
}
