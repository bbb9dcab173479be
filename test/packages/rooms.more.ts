import { spawnSync } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '../support/folder'
import { root } from '../support/root'

/** A file that breaks each arrow, and what it imports, by the rule that has to refuse it. */
const forbidden: Readonly<Record<string, [file: string, imported: string]>> = {
  'src imports leftwards': ['src/transport/forbidden.ts', '../../mock/index'],
  'mock/http/ imports leftwards': ['mock/http/forbidden.ts', '../operations/handlers'],
  'mock takes the sdk by its entries and its core': ['mock/http/by-path.ts', '../../src/receiving/sign'],
  'test/contract/engine/ imports leftwards': ['test/contract/engine/forbidden.ts', '../checks/index'],
  'chapters of checks stand alone': ['test/contract/checks/limits/forbidden.ts', '../events/creation'],
  'core imports itself and what is generated': ['src/core/forbidden.ts', '../errors/printable'],
  'suite shares no code with what it judges but the core': [
    'test/contract/wire/forbidden.ts',
    '@event-delivery/sdk/webhooks',
  ],
  'neither client nor page reaches certificates': ['src/forbidden.ts', './core/certificate'],
  'openapi gives its model and its check of schemas alone': [
    'src/errors/forbidden.ts',
    '../../openapi/generate/document',
  ],
  'mock has no other rooms': ['mock/state/forbidden.ts', '../cellar/something'],
  'sdk imports nothing of node': ['src/transport/of-node.ts', 'node:crypto'],
  'the library of commands serves commands': ['src/errors/of-commands.ts', '../core/commands/usage-error'],
  'no entry but a command reaches the library of commands': ['mock/forbidden.ts', './command/command'],
  'no circle': ['src/bulk/circle.ts', './circled'],
}

/** The files that two of these import, which the repository does not hold, and what they import themselves. */
const besides = [
  ['mock/cellar/something.ts', '../index'],
  ['src/bulk/circled.ts', './circle'],
]

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
  for (const [file = '', imported] of [...Object.values(forbidden), ...besides]) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    // An import of types alone is one that compiled code does not show.
    await writeFile(join(copy, file), `export type * from '${imported}'\n`)
  }
  const command = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
  const args = [command, '--config', '.dependency-cruiser.js', '--output-type', 'json', ...folders]
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const { summary } = JSON.parse(stdout) as ICruiseResult
  violations = summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }))
})

test.each(Object.entries(forbidden))('an import that breaks "%s" is refused', (rule, [file]) => {
  expect(violations).toContainEqual({ rule, from: file })
})
