// Checks the types of the sources and lints them. The compiler and the linter share one program: to make one and to find the types of all that
// it holds is most of the work of either.
import { join } from 'node:path'
import { ESLint } from 'eslint'
import ts from 'typescript'
import { root } from '../../support/root'

function programOf(folder: string): ts.Program {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }: ts.Diagnostic) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  }
  const config = ts.getParsedCommandLineOfConfigFile(join(root, folder, 'tsconfig.json'), undefined, host)!
  const { fileNames: rootNames, options, errors: configFileParsingDiagnostics } = config
  return ts.createProgram({ rootNames, options, configFileParsingDiagnostics })
}

/** Says what does not compile, as `tsc` says it. */
function checkTypes(program: ts.Program): void {
  const faults = ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program))
  if (faults.length === 0) return
  const host = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  }
  console.error(ts.formatDiagnosticsWithColorAndContext(faults, host))
  process.exitCode = 1
}

/** Says what ESLint finds, as its command says it. */
async function lint(program: ts.Program): Promise<void> {
  const typed = {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { programs: [program] } },
  }
  const eslint = new ESLint({ cwd: root, overrideConfig: typed })
  const results = await eslint.lintFiles('.')
  const { format } = await eslint.loadFormatter('stylish')
  const text = await format(results)
  if (text !== '') console.error(text)
  if (results.some(({ errorCount }) => errorCount > 0)) process.exitCode = 1
}

// The cores of the packages run wherever fetch does: these two programs know no types of Node.
for (const folder of ['src', 'mock']) checkTypes(programOf(folder))
const program = programOf('.')
checkTypes(program)
await lint(program)
