import { spawnSync } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { root } from '../support/root'

/** Files that each break one arrow, by the rule that has to refuse them. */
const forbidden: Readonly<Record<string, { file: string; code: string }>> = {
  'src imports leftwards': {
    file: 'src/transport/forbidden.ts',
    code: "import { createBackend } from '../../mock/index'\nexport const backend = createBackend",
  },
  'mock/http/ imports leftwards': {
    file: 'mock/http/forbidden.ts',
    code: "import type { operationHandlers } from '../operations/handlers'\nexport type Handlers = typeof operationHandlers",
  },
  'mock takes the sdk by its entries and its core': {
    file: 'mock/http/forbidden-by-path.ts',
    code: "export { sign } from '../../src/receiving/sign'",
  },
  'test/contract/engine/ imports leftwards': {
    file: 'test/contract/engine/forbidden.ts',
    code: "export { checks } from '../checks/index'",
  },
  'chapters of checks stand alone': {
    file: 'test/contract/checks/limits/forbidden.ts',
    code: "export { eventChecks } from '../events/creation'",
  },
  'core imports itself and what is generated': {
    file: 'src/core/forbidden.ts',
    code: "export { given } from '../errors/printable'",
  },
  'suite shares no code with what it judges but the core': {
    file: 'test/contract/wire/forbidden.ts',
    code: "export { verify } from '@event-delivery/sdk/webhooks'",
  },
  'neither client nor page reaches certificates': {
    file: 'src/forbidden-of-certificates.ts',
    code: "export { makeCertificate } from './core/certificate'",
  },
  'openapi gives its model and its check of schemas alone': {
    file: 'src/errors/forbidden.ts',
    code: "export { nameOf } from '../../openapi/generate/document'",
  },
  'mock has no other rooms': {
    file: 'mock/state/forbidden.ts',
    code: "export { something } from '../cellar/something'",
  },
  'sdk imports nothing of node': {
    file: 'src/transport/forbidden-of-node.ts',
    code: "export { createHmac } from 'node:crypto'",
  },
  'the library of commands serves commands': {
    file: 'src/errors/forbidden-of-commands.ts',
    code: "export { UsageError } from '../core/commands/usage-error'",
  },
  'no entry but a command reaches the library of commands': {
    file: 'mock/forbidden-entry.ts',
    code: "export { runCommand } from './command/command'",
  },
  'no circle': {
    file: 'src/bulk/forbidden-circle.ts',
    code: "import type { Other } from './forbidden-of-circle'\nexport interface One { other: Other }",
  },
}

/** Files that the forbidden ones import and that the repository does not hold. */
const besides: Readonly<Record<string, string>> = {
  'mock/cellar/something.ts': 'export const something = 1',
  'src/bulk/forbidden-of-circle.ts':
    "import type { One } from './forbidden-circle'\nexport interface Other { one: One }",
}

let copy: string
let violations: { rule: string; from: string }[]

// All cases share a copy and a run, because no file of theirs touches another.
beforeAll(async () => {
  copy = await makeFolder(afterAll)
  const folders = ['openapi', 'generated', 'src', 'mock', 'test/contract']
  for (const path of [...folders, 'tsconfig.json', 'package.json', '.dependency-cruiser.js']) {
    await cp(join(root, path), join(copy, path), {
      recursive: true,
      filter: (source) => !/\/(dist|node_modules)$/.test(source),
    })
  }
  const added = Object.values(forbidden).map(({ file, code }) => [file, code] as const)
  for (const [file, code] of [...added, ...Object.entries(besides)]) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await writeFile(join(copy, file), `${code}\n`)
  }
  const command = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
  const args = [command, '--config', '.dependency-cruiser.js', '--output-type', 'json', ...folders]
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const { summary } = JSON.parse(stdout) as ICruiseResult
  violations = summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }))
})

test.each(Object.entries(forbidden))('an import that breaks "%s" is refused', (rule, { file }) => {
  expect(violations).toContainEqual({ rule, from: file })
})

test('nothing else in the repository breaks an arrow', () => {
  const added = [...Object.values(forbidden).map(({ file }) => file), ...Object.keys(besides)]
  expect(violations.filter(({ from }) => !added.includes(from))).toEqual([])
})
