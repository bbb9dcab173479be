import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readText, root } from '../support/root'
import { blocks } from './markdown'

const folder = join(root, '.github/workflows')
const workflows = [
  ...readdirSync(folder).map((name) => ({ place: name, code: readFileSync(join(folder, name), 'utf8') })),
  // Other tools are configured in YAML, too. Every workflow says what its jobs run on.
  ...blocks().filter(({ language, code }) => language === 'yaml' && code.includes('runs-on:')),
]

test.each(workflows)(
  'the workflow $place names each action by its commit, and the version beside it',
  ({ code }) => {
    const actions = [...code.matchAll(/uses: *(.*)/g)].map(([, action]) => action!)
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  },
)

test.each(workflows)('the workflow $place may by itself do no more than read', ({ code }) => {
  const { permissions, jobs } = parse(code) as { permissions?: unknown; jobs: Record<string, object> }
  const readOnly = { contents: 'read' }
  if (permissions === undefined)
    for (const job of Object.values(jobs)) expect(job).toMatchObject({ permissions: readOnly })
  else expect(permissions).toEqual(readOnly)
})

test('CI runs on the oldest Node that the packages support', () => {
  const { engines } = JSON.parse(readText('package.json')) as {
    engines: { node: string }
  }
  const { jobs } = parse(readFileSync(join(folder, 'ci.yml'), 'utf8')) as {
    jobs: { change: { strategy: { matrix: { node: string[] } } } }
  }
  expect(`>=${jobs.change.strategy.matrix.node[0]}`).toBe(engines.node)
})
