import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import ts from 'typescript'

/** The places in generated files where the type `any` stands. Files whose path `runtime` matches are left out. */
export async function anyTypes(folder: string, runtime: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !runtime.test(relative(folder, path)))
  if (paths.length === 0) throw new Error('Nothing was generated.')
  const found = await Promise.all(
    paths.map(async (path) => {
      const file = ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.ESNext, true)
      const places: string[] = []
      const visit = (node: ts.Node): void => {
        if (node.kind === ts.SyntaxKind.AnyKeyword) {
          const { line } = file.getLineAndCharacterOfPosition(node.getStart())
          places.push(`${relative(folder, path)}:${line + 1} ${node.parent.getText().slice(0, 80)}`)
        }
        ts.forEachChild(node, visit)
      }
      visit(file)
      return places
    }),
  )
  return found.flat()
}
