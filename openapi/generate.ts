// Makes everything in generated/ from openapi.yaml and rules.yaml.
//
//   npm run generate              writes the files
//   npm run generate -- --check   writes nothing; exits 1 and names the files that are stale
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { dialectModule } from './generate/dialect'
import { examplesModule, operationsModule } from './generate/operations'
import { rulesModule } from './generate/rules'
import { validatorModules } from './generate/validators'
import type { Document, Rulebook } from './generate/document'

const here = dirname(fileURLToPath(import.meta.url))
const target = join(here, '..', 'generated')
const banner = '// Made by `npm run generate` from openapi/. Do not edit.\n'

const source = await readFile(join(here, 'openapi.yaml'), 'utf8')
const document = parse(source) as Document
const rulebook = parse(await readFile(join(here, 'rules.yaml'), 'utf8')) as Rulebook

const files: Record<string, string> = {
  'types.ts': astToString(await openapiTS(source)),
  'operations.ts': operationsModule(document),
  'examples.ts': examplesModule(document),
  'rules.ts': rulesModule(rulebook),
  'dialect.ts': await dialectModule(rulebook),
  ...(await validatorModules(document, rulebook)),
}
for (const name of Object.keys(files)) files[name] = banner + files[name]

if (process.argv.includes('--check')) {
  const stale: string[] = []
  for (const [name, content] of Object.entries(files)) {
    const current = await readFile(join(target, name), 'utf8').catch(() => undefined)
    if (current !== content) stale.push(name)
  }
  if (stale.length > 0) {
    console.error(`generated/ is stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`)
    process.exitCode = 1
  }
} else {
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(target, name), content)
}
