// Generates clients from the documents that the mock hands out, and compiles them without `any`; then lets Specmatic test the mock by its
// document, and Spectral lint it. `npm run test:matrix` runs it. `--only TEXT` runs the tools whose name contains the text. It installs
// packages from the registry, prints a line for each tool and ends with status 1 if one failed.
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBackend, type Dialect } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { nodeOf } from '../mock/msw-versions'
import { dialectOf, pairwiseRows } from '../support/pairwise'
import { installCopy, type Run, runIn, withFolder } from '../tools/matrix/installation'
import { printTable, type Row, tally } from '../tools/matrix/table'
import { anyTypes } from './any-types'
import { generators, type Generator } from './tools'

const here = fileURLToPath(new URL('.', import.meta.url))

// `use.ts` is written for the default dialect. Together, the others move and remove operations and change every shape.
const dialects: readonly Dialect[] = [{}, ...pairwiseRows().map(dialectOf).slice(0, 4)]

/** Copies the folder of a tool, installs what its manifest names, and takes it away after `use`. */
const installed = <T>(name: string, use: (folder: string, run: Run) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => use(folder, await installCopy(join(here, name), folder)))

/** The document that a mock of this dialect hands out, of the interface or of its control routes. */
async function documentText(dialect: Dialect, name: 'openapi' | 'control'): Promise<string> {
  const backend = createBackend({ dialect })
  const response = await backend.fetch(new Request(`http://127.0.0.1:4010/__mock/${name}.json`))
  await backend.close()
  return response.text()
}

/** The clients that a generator makes. */
const rowOf = ({ name, command, runtime, uses = name, ofControl }: Generator): Row => ({
  name,
  run: () =>
    installed(name, async (folder, run) => {
      // Some generators want a Node that is newer than the one of this project.
      const node = await nodeOf('24')
      await copyFile(join(here, uses, 'use.ts'), join(folder, 'use.ts'))
      return tally(
        (ofControl ? dialects.slice(0, 1) : dialects).map((dialect, index) => [
          `dialect ${index}`,
          async () => {
            await rm(join(folder, 'made'), { recursive: true, force: true })
            await mkdir(join(folder, 'made'))
            await writeFile(
              join(folder, 'openapi.json'),
              await documentText(dialect, ofControl ? 'control' : 'openapi'),
            )
            const include = index === 0 ? ['made', 'use.ts'] : ['made']
            const options = { extends: join(here, 'compiler-options.json'), include }
            await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
            await run(node, command)
            await run(node, ['node_modules/typescript/bin/tsc', '--project', '.'])
            const places = await anyTypes(join(folder, 'made'), runtime)
            if (places.length > 0) throw new Error(`any at ${places.join(', ')}`)
          },
        ]),
      )
    }),
})

/** Specmatic sends the requests of the examples to the mock. */
const specmatic: Row = {
  name: 'specmatic',
  async run() {
    const java = await runIn(here)('java', ['-version']).catch(() => undefined)
    if (java === undefined) return 'Java is not installed, which Specmatic needs'
    return installed('specmatic', (folder, run) =>
      tally([['all examples', () => judgeExamples(folder, run)]]),
    )
  },
}

async function judgeExamples(folder: string, run: Run): Promise<void> {
  const backend = createBackend({ seed: 'examples', fetch: async () => new Response(null, { status: 204 }) })
  const server = await serve(backend, { port: 0 })
  try {
    const document = await fetch(`${server.baseUrl}/__mock/openapi.yaml`)
    await writeFile(join(folder, 'openapi.yaml'), await document.text())
    const args = ['-jar', 'node_modules/specmatic/specmatic.jar', 'test', 'openapi.yaml']
    // Specmatic reads the token of a security scheme from the variable of its name.
    const env = { bearerAuth: 'sk_live_mock' }
    const printed = await run('java', [...args, `--testBaseURL=${server.baseUrl}`], env)
    if (!/Tests run: [1-9]\d*, Successes: [1-9]\d*, Failures: 0/.test(printed)) throw new Error(printed)
  } finally {
    await server.close()
    await backend.close()
  }
}

/** Spectral finds nothing in the contract, its flows and the documents of dialects. */
const spectral: Row = {
  name: 'spectral',
  run: () =>
    installed('spectral', async (folder, run) => {
      const contract = ['openapi.yaml', 'flows.arazzo.yaml'].map((name) => join(here, '../../openapi', name))
      const documents = dialects.map((_, index) => join(folder, `dialect-${index}.json`))
      for (const [index, path] of documents.entries())
        await writeFile(path, await documentText(dialects[index]!, 'openapi'))
      const rules = join(here, '../../openapi/spectral.yaml')
      const command = ['node_modules/@stoplight/spectral-cli/dist/index.js', 'lint', '--ruleset', rules]
      const lint = () =>
        run(process.execPath, [...command, '--fail-severity', 'hint', ...contract, ...documents])
      return tally([['no finding', lint]])
    }),
}

await printTable([...generators.map(rowOf), specmatic, spectral])
