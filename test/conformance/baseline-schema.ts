// Makes generated/baseline.schema.json, the JSON Schema of the file that `--baseline` reads. It names the checks and rules that
// exist, so it is made here, where the checks can be imported.
//
//   tsx test/conformance/baseline-schema.ts           writes the file
//   tsx test/conformance/baseline-schema.ts --check   writes nothing; exits 1 when the file is stale
import { join } from 'node:path'
import { schemaFile } from '../../openapi/generate/schema-file'
import { writeMade } from '../../openapi/generate/write-made'
import { checks } from '../contract/checks/index'
import { root } from '../support/root'

/** The text of the schema. */
function baselineSchemaFile(): string {
  const rules = [...new Set(checks.flatMap((check) => check.rules))].sort()
  const entry = {
    type: 'object',
    required: ['reason', 'until'],
    oneOf: [{ required: ['check'] }, { required: ['rule'] }],
    properties: {
      check: { description: 'The check that fails.', enum: checks.map(({ id }) => id) },
      rule: { description: 'The rule that is broken, whichever check finds it.', enum: rules },
      reason: { description: 'Why it may fail, such as a ticket.', type: 'string', pattern: '\\S' },
      until: {
        description: 'The last day on which it may fail, as 2026-12-31.',
        type: 'string',
        pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      },
    },
    additionalProperties: false,
  }
  return schemaFile('Known failures of a deployment', {
    description: 'Failures that the conformance suite warns of, each until a day.',
    type: 'object',
    required: ['known'],
    properties: { known: { description: 'The known failures.', type: 'array', items: entry } },
    additionalProperties: false,
  })
}

await writeMade([[join(root, 'generated', 'baseline.schema.json'), baselineSchemaFile()]])
