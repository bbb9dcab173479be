// Makes everything in generated/, and the tables of docs/dialects.md, from openapi.yaml and rules.yaml.
//
//   npm run generate          writes the files, and all others that are made
//   npm run check:generated   writes nothing; exits 1 and names the files that are stale
import { mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { dialectModule, dialectSchema } from './generate/dialect'
import { dialectPage } from './generate/dialect-page'
import { examplesModule, operationsModule, routesModule } from './generate/operations'
import { withRoutes } from './generate/movable-routes'
import { documentModule } from './generate/document-module'
import { rulesModule } from './generate/rules'
import { schemaFile } from './generate/schema-file'
import { seedSchema } from './generate/seed'
import { situationSamplesModule } from './generate/situation-samples'
import { situationDefinitions, situationsModule, withSituations } from './generate/situations'
import { validatorModules } from './generate/validators'
import { writeMade } from './generate/write-made'
import { withFollowed, type Document, type Rulebook } from './generate/document'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..')
const target = join(root, 'generated')
const banner = '// Made by `npm run generate` from openapi/. Do not edit.\n'

const source = await readFile(join(here, 'openapi.yaml'), 'utf8')
const document = parse(source) as Document
const rules = parse(await readFile(join(here, 'rules.yaml'), 'utf8')) as Rulebook
const rulebook = {
  ...withFollowed(rules, {
    routes: (entry) => withRoutes(entry, document),
    situations: (entry) => withSituations(entry, rules),
  }),
  definitions: { ...rules.definitions, ...situationDefinitions(rules) },
}

const files: Record<string, string> = {
  'types.ts': astToString(await openapiTS(source)),
  'routes.ts': routesModule(document),
  'operations.ts': operationsModule(document),
  'examples.ts': examplesModule(document),
  'rules.ts': rulesModule(rulebook),
  'dialect.ts': await dialectModule(rulebook),
  'situations.ts': situationsModule(rulebook),
  'situation-samples.ts': situationSamplesModule(rulebook, document),
  'document.ts': documentModule(document),
  ...(await validatorModules(document)),
}
const made = new Map(Object.entries(files).map(([name, content]) => [join(target, name), banner + content]))
const page = join(root, 'docs', 'dialects.md')
// JSON has no comments, so these files bear no banner.
made.set(
  join(target, 'dialect.schema.json'),
  schemaFile('Dialect of an event delivery service', dialectSchema(rulebook)),
)
made.set(
  join(target, 'seed.schema.json'),
  schemaFile('Seed of a mock of the event delivery service', seedSchema(document)),
)
made.set(page, await dialectPage(await readFile(page, 'utf8'), rulebook))

if (!process.argv.includes('--check')) {
  await mkdir(target, { recursive: true })
  for (const name of await readdir(target)) {
    const path = join(target, name)
    // The request counts of the suite's checks lie here too. They are made by running the suite, which needs the other files.
    const isOwn = (await readFile(path, 'utf8')).startsWith(banner)
    if (isOwn && !made.has(path)) await rm(path)
  }
}
await writeMade(made)
