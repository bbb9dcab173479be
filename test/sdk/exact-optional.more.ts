import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../support/root'

test('every optional field that a caller gives may be undefined, also with exactOptionalPropertyTypes', () => {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    { exactOptionalPropertyTypes: true },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => expect.fail('tsconfig.json cannot be read.') },
  )
  const path = join(root, 'test/sdk/exact-optional.ts')
  const program = ts.createProgram([path], config!.options)
  const faults = program
    .getSemanticDiagnostics(program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  expect(faults).toEqual([])
})
