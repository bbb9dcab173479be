import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
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
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // `required` in one branch of allOf may name a property of another.
    strictRequired: false,
    code: { source: true, esm: true, lines: true },
    keywords: ['x-open-question', 'components'],
  })
  ajv.addSchema({ $id: documentId, components: { schemas: document.components.schemas } })
  ajv.addSchema({ $id: dialectId, ...dialectSchema(rulebook) })

  const requests = new Set<string>()
  for (const { operation } of operationsOf(document.paths)) {
    const media = operation.requestBody?.content['application/json']
    if (media) requests.add(nameOf(media.schema))
  }
  const others = Object.keys(document.components.schemas).filter((name) => !requests.has(name))
  const inDocument = (name: string) => `${documentId}#/components/schemas/${name}`
  const schemaType = (name: string) => `components['schemas']['${name}']`
  const typesImport = "import type { components } from './types'\n"

  return {
    ...(await validatorModule(ajv, 'request-validators', [...requests], inDocument, typesImport, schemaType)),
    ...(await validatorModule(ajv, 'response-validators', others, inDocument, typesImport, schemaType)),
    ...(await validatorModule(
      ajv,
      'dialect-validator',
      ['Dialect'],
      () => dialectId,
      "import type { Dialect as DialectType } from './dialect'\n",
      () => 'DialectType',
    )),
  }
}

async function validatorModule(
  ajv: Ajv2020,
  file: string,
  names: string[],
  reference: (name: string) => string,
  typesImport: string,
  type: (name: string) => string,
): Promise<Record<string, string>> {
  const exported = Object.fromEntries(
    names.map((name) => {
      const id = `validate${name}`
      ajv.addSchema({ $id: id, $ref: reference(name) })
      return [`validate${name}`, id]
    }),
  )
  const bundled = await build({
    stdin: {
      contents: standalone(ajv, exported),
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  const declarations = names.map((name) => `export const validate${name}: Validate<${type(name)}>`).join('\n')
  return {
    [`${file}.js`]: `/* eslint-disable */\n${bundled.outputFiles[0]?.text ?? ''}`,
    [`${file}.d.ts`]: `${typesImport}import type { Validate } from './validate'

${declarations}
`,
    'validate.ts': `
/** Why a value does not fit its schema. */
export interface ValidationError {
  /** JSON pointer into the value. */
  instancePath: string
  /** Pointer into the document, \`#/components/schemas/...\`, or else into the schema that was asked for. */
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
  message?: string
}

/** A validator: says whether the value fits and, when it does not, leaves the reasons in \`errors\`. */
export interface Validate<T> {
  (value: unknown): value is T
  errors?: ValidationError[] | null
}
`,
  }
}
