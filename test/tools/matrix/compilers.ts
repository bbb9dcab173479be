import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tally } from './cases'
import type { Installation } from './installation'
import type { Runtime } from './runtimes'
import { tally } from './table'

const program = `import { EventDelivery, RateLimitError, type Event } from '@event-delivery/sdk'
import { createReceiver, unwrap } from '@event-delivery/sdk/webhooks'
import { scriptedFetch, answer } from '@event-delivery/sdk/testing'

interface Shop { 'order.paid': { order: number } }
const client = new EventDelivery<Shop>({ apiKey: 'sk_test_1', fetch: scriptedFetch(answer(201)) })
export async function use(request: Request): Promise<Event | undefined> {
  const made = await client.events.create({ type: 'order.paid', data: { order: 1 } })
  const order: number = made.data.order
  // @ts-expect-error: the catalog has no such payload.
  client.events.create({ type: 'order.paid', data: { order: 'one' } })
  for await (const listed of client.events.list()) if (listed.type === 'order.paid') listed.data.order.toFixed(order)
  const other = client.withOptions({ timeout: 1000, headers: { 'x-team': undefined } })
  const some: Event[] = await other.events.list({}, { signal: undefined, deadline: undefined }).toArray({ limit: 3 })
  const hook = await client.webhooks.create({ url: 'https://a.example', events: ['*'] })
  const plain: { secret: string } = hook.reveal()
  if (some[0]?.type === 'unlisted') console.log(plain.secret)
  const { summary } = client.events.createAll([{ type: 'order.paid' as const, data: { order: 2 } }])
  await summary().catch((error: unknown) => error instanceof RateLimitError && error.retryAfter)
  createReceiver<Shop>({ secret: 'whsec_', on: { 'order.paid': (event) => event.data.order }, otherwise: () => {} })
  return unwrap(request, { secret: 'whsec_' })
}
`

const places = {
  'a page': { lib: ['ES2022', 'DOM', 'DOM.Iterable'], exactOptionalPropertyTypes: false },
  'a worker': { lib: ['ES2022', 'WebWorker', 'WebWorker.Iterable'], exactOptionalPropertyTypes: true },
}
// TypeScript itself chooses Node10 for the module CommonJS. Node10 knows no `exports`.
const modules = {
  NodeNext: { moduleResolution: 'NodeNext', files: ['program.mts', 'program.cts'] },
  ESNext: { moduleResolution: 'Bundler', files: ['program.mts'] },
  CommonJS: { moduleResolution: 'Node10', files: ['program.cts'] },
}

/** A version of TypeScript that compiles a program against the packed types, without @types/node and with `skipLibCheck` off. */
export const compiler = (version: string): Runtime => ({
  name: `TypeScript ${version}`,
  packages: [`typescript-${version}@npm:typescript@${version}`],
  run: (installation) => compileAll(installation, `typescript-${version}`),
})

const cases = Object.entries(places).flatMap(([place, settings]) =>
  Object.entries(modules).map(([module, { moduleResolution, files }]) => ({
    name: `for ${place}, ${module}`,
    files,
    compilerOptions: {
      ...settings,
      ...{ module, moduleResolution, target: 'ES2022', types: [], strict: true },
      // The libraries that come with TypeScript are not checked: that took a third of the time, and they are not ours.
      ...{ noEmit: true, skipLibCheck: false, skipDefaultLibCheck: true },
    },
  })),
)

/**
 * A program that compiles every case by the TypeScript that its first argument names, and prints what each case has as diagnostics. One
 * process parses the libraries of TypeScript once for all cases, which is half of the work.
 */
const compilation = `
const [, , path, cases] = process.argv
const ts = require(path)
const libraries = new Map()
const told = JSON.parse(cases).map(({ files, compilerOptions }) => {
  const { options, errors } = ts.convertCompilerOptionsFromJson(compilerOptions, process.cwd())
  const host = ts.createCompilerHost(options)
  const parse = host.getSourceFile
  host.getSourceFile = (name, ...rest) => {
    if (!name.startsWith(host.getDefaultLibLocation())) return parse(name, ...rest)
    if (!libraries.has(name)) libraries.set(name, parse(name, ...rest))
    return libraries.get(name)
  }
  const program = ts.createProgram({ rootNames: files, options, host, configFileParsingDiagnostics: errors })
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), host)
})
console.log(JSON.stringify(told))
`

/** Writes the programs into a folder for each compiler, so that several can run at a time. The packages are found in the one above. */
async function writePrograms(installed: string, name: string): Promise<string> {
  const folder = join(installed, name)
  await mkdir(folder)
  // The extension makes one program an ES module, the other CommonJS.
  const files = { 'program.mts': program, 'program.cts': program, 'compile.cjs': compilation }
  await Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(folder, file), text)))
  return folder
}

async function compileAll({ folder: installed, run }: Installation, name: string): Promise<Tally> {
  const folder = await writePrograms(installed, name)
  const given = cases.map((one) => ({ ...one, files: one.files.map((file) => join(folder, file)) }))
  const printed = await run(process.execPath, [
    join(folder, 'compile.cjs'),
    join(installed, 'node_modules', name),
    JSON.stringify(given),
  ])
  const failures = (JSON.parse(printed) as string[]).flatMap((text, index) =>
    text === '' ? [] : `${cases[index]!.name}: ${text}`,
  )
  return { passed: cases.length - failures.length, of: cases.length, failures }
}

/** The versions of TypeScript that the SDK's types promise to work with. */
export const compilers: readonly Runtime[] = ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9'].map(compiler)

/** A version of TypeScript that is a command: 7 has no API of this form, and neither 6 nor 7 takes the resolution Node10. */
const command = (version: string): Runtime => ({
  name: `TypeScript ${version}`,
  packages: [`typescript-${version}@npm:typescript@${version}`],
  async run({ folder: installed, run }) {
    const name = `typescript-${version}`
    const folder = await writePrograms(installed, name)
    const compiled = cases.filter(({ compilerOptions }) => compilerOptions.moduleResolution !== 'Node10')
    return tally(
      compiled.map(({ name: subject, files, compilerOptions }, index) => [
        subject,
        async () => {
          const path = join(folder, `tsconfig.${index}.json`)
          await writeFile(path, JSON.stringify({ compilerOptions, files }))
          await run(process.execPath, [join(installed, 'node_modules', name, 'bin/tsc'), '--project', path])
        },
      ]),
    )
  },
})

/** The newer versions, which are asked by their command. */
export const newerCompilers: readonly Runtime[] = ['6', '7'].map(command)
