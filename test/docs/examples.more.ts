// Compiles the examples of all doc comments of the SDK in one program.
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../support/root'
import { compilerOptions, entries, exportsOf, type Example, type Export } from './surface'

// The names that examples use without saying where they come from: a reader has them in the code around.
const surroundings = `
declare const client: EventDelivery
declare const fetch: ScriptedFetch
declare const clock: FakeClock
declare const [request, event, input]: [Request, Event, EventInput]
declare const inputs: EventInput[]
declare const error: unknown
declare const otherwise: (event: Event) => void
declare const receive: Receiver
declare const pool: PostgresPool
declare const outbox: Outbox
declare const redis: RedisClient
declare const headers: Headers
declare const webhook: OneTime<WebhookWithSecret>
declare const vault: { write(text: string): Promise<void> }
declare const [apiKey, baseUrl, secret, id, body]: [string, string, string, string, string]
declare const metrics: { increment(name: string, ...values: unknown[]): void }
declare function expect(value: unknown): { toHaveLength(n: number): void; toBe(value: unknown): void }
${['later', 'save', 'savePosition', 'requeue', 'retryLater', 'rotateKey', 'report', 'ship']
  .map((name) => `declare function ${name}(...values: unknown[]): Promise<void>\n`)
  .join('')}`

const all = Object.keys(entries)
  .map((entry) => ({ entry, found: exportsOf(entry as keyof typeof entries) }))
  .filter(({ found }) => found.length > 0)

/** The imports of every export, each from the first entry that has it. */
const imports = all
  .map(({ entry, found }, index) => {
    const earlier = new Set(all.slice(0, index).flatMap((one) => one.found.map(({ name }) => name)))
    const names = found.filter(({ name }) => !earlier.has(name))
    return `import { ${names.map(importOf).join(', ')} } from '${entry}'\n`
  })
  .join('')

function importOf({ name, isValue }: Export): string {
  return isValue ? name : `type ${name}`
}

/** A module that holds an example within a function, so that it may \`await\` and \`return\`. */
const moduleOf = ({ code }: Example) =>
  `import http from 'node:http'\n${imports}${surroundings}
export async function example() {
${code.startsWith('catch') ? 'try { await later() }\n' : ''}${code}
}
`

test('the examples of all doc comments compile', () => {
  const examples = all.flatMap(({ found }) => found.flatMap((one) => one.examples))
  const folder = join(root, 'test/docs')
  const modules = new Map(
    examples.map((example, n) => [
      join(folder, `example-${n}.ts`),
      { of: example.of, code: moduleOf(example) },
    ]),
  )
  const host = ts.createCompilerHost(compilerOptions)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (path) => modules.has(path) || fileExists(path)
  host.readFile = (path) => modules.get(path)?.code ?? readFile(path)
  host.getSourceFile = (path, ...rest) => {
    const code = modules.get(path)?.code
    return code === undefined
      ? getSourceFile(path, ...rest)
      : ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true)
  }
  const program = ts.createProgram({ rootNames: [...modules.keys()], options: compilerOptions, host })
  // The sources that the examples import are checked by `npm run check`.
  const found = [...modules.keys()].flatMap((path) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(path)),
  )
  const faults = found.map(({ file, start, messageText }) => {
    const line = file?.text.slice(start).split('\n')[0] ?? ''
    return `${modules.get(file?.fileName ?? '')?.of}: ${ts.flattenDiagnosticMessageText(messageText, ' ')} at ${line}`
  })
  expect(examples.length).toBeGreaterThan(40)
  expect(faults).toEqual([])
})
