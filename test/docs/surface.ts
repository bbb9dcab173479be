// Reads the public surface of the SDK from its sources, as the compiler sees it.
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../support/root'

/** The entries of the SDK, by what a user imports. */
export const entries = {
  '@event-delivery/sdk': 'src/index.ts',
  '@event-delivery/sdk/webhooks': 'src/webhooks.ts',
  '@event-delivery/sdk/testing': 'src/testing.ts',
  '@event-delivery/sdk/otel': 'src/otel.ts',
  '@event-delivery/sdk/outbox': 'src/outbox.ts',
  '@event-delivery/sdk/stores': 'src/stores.ts',
}

/** Something that an entry exports. */
export interface Export {
  name: string
  /** Whether it exists when the program runs. */
  isValue: boolean
  /** Whether it is generated from the document, whose descriptions are its documentation. */
  isGenerated: boolean
  /** The sentences of its doc comment. */
  text: string
  /** Its examples and, for a class, those of its public methods. */
  examples: Example[]
}

/** An example of a doc comment. */
export interface Example {
  /** Whose example it is: `EventDelivery`, `Events.create`. */
  of: string
  code: string
}

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
  config: object
}
/** The options with which the repository is compiled. */
export const compilerOptions = ts.parseJsonConfigFileContent(config, ts.sys, root).options

const program = ts.createProgram({
  rootNames: Object.values(entries)
    .map((path) => join(root, path))
    .filter((path) => ts.sys.fileExists(path)),
  // Neither names nor doc comments depend on the libraries of the language, which take longest to read.
  options: { ...compilerOptions, noLib: true, types: [] },
})
const checker = program.getTypeChecker()

const textOf = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()
const examplesOf = (symbol: ts.Symbol, of: string): Example[] =>
  symbol
    .getJsDocTags(checker)
    .filter(({ name }) => name === 'example')
    .map(({ text }) => ({ of, code: ts.displayPartsToString(text) }))

/** The exports of an entry, sorted. Those of an entry that does not exist are none. */
export function exportsOf(entry: keyof typeof entries): Export[] {
  const file = program.getSourceFile(join(root, entries[entry]))
  const module = file && checker.getSymbolAtLocation(file)
  if (!module) return []
  return checker
    .getExportsOfModule(module)
    .map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const { name } = exported
      const members = symbol.flags & ts.SymbolFlags.Class ? [...(symbol.members?.values() ?? [])] : []
      const methods = members.filter(({ flags }) => flags & ts.SymbolFlags.Method)
      return {
        name,
        // `export type` of a class exports no value.
        isValue: Boolean(symbol.flags & ts.SymbolFlags.Value) && !isTypeOnly(exported),
        isGenerated: (symbol.declarations ?? []).every((one) =>
          one.getSourceFile().fileName.includes('/generated/'),
        ),
        text: textOf(symbol),
        examples: [
          ...examplesOf(symbol, name),
          ...methods.flatMap((method) => examplesOf(method, `${name}.${method.name}`)),
        ],
      }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function isTypeOnly(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(
    (declaration) => ts.isExportSpecifier(declaration) && ts.isTypeOnlyExportDeclaration(declaration),
  )
}
