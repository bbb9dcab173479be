import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runChecks, type Report } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { makeFolder } from '../support/folder'
import { mutantOf } from '../mutants/find'
import { callCommand, refusalOf } from './command'
import { keyFlags, startService } from './service'
import { named } from '../support/judged'

const folder = await makeFolder(afterAll)
const service = await startService()
const { baseUrl } = service
const path = (name: string) => join(folder, name)
const read = async (name: string) => JSON.parse(await readFile(path(name), 'utf8')) as Report

test('a run is made again from its report: seed, mode, checks and samples', async () => {
  const first = ['--only', 'random-events-come-back,DL-4', '--mode', 'full']
  const sizes = ['--samples', '3', '--rate', '500']
  const one = await callCommand([...service.flags, ...first, ...sizes, '--json', path('first.json')])
  expect(one.status, one.out).toBe(0)
  const other = await callCommand([
    ...service.flags,
    ...['--repeat', path('first.json'), '--json', path('second.json')],
  ])
  expect(other.status, other.out + other.err).toBe(0)
  const [before, after] = [await read('first.json'), await read('second.json')]
  for (const name of ['mode', 'seed', 'settings', 'invocation', 'keys'] as const)
    expect(after[name], name).toEqual(before[name])
  expect(after.checks.map(({ id, status }) => [id, status])).toEqual(
    before.checks.map(({ id, status }) => [id, status]),
  )
  expect(after.requests).toBe(before.requests)
  expect(JSON.stringify(before.invocation)).not.toContain('sk_')
})

test('flags on the line win over those of the report', async () => {
  const { out } = await callCommand([
    ...service.flags,
    ...['--repeat', path('first.json'), '--seed', '7', '--only', 'create-event', '--mode', 'non-disruptive'],
  ])
  expect(out).toContain(`Judging ${baseUrl}: mode non-disruptive, 1 check, seed 7.`)
})

test('a report does not decide where keys are sent', async () => {
  expect(await refusalOf([...keyFlags, '--repeat', path('first.json')])).toContain(
    `the one of --repeat is of ${baseUrl}, so add --base-url ${baseUrl} if that is right.`,
  )
  const forged = {
    ...(await read('first.json')),
    invocation: { args: ['--base-url', 'https://a.example', '--insecure'] },
  }
  await writeFile(path('forged.json'), JSON.stringify(forged))
  const kept = await callCommand([...service.flags, '--repeat', path('forged.json'), '--only', 'list-status'])
  expect(kept.out).toContain(`Judging ${baseUrl}: mode non-disruptive`)
})

test('the report of a program is repeated by its seed and its settings', async () => {
  const report = await runChecks(createTarget(), named('list-status'), {
    seed: 11,
    samples: 4,
    mode: 'read-only',
  })
  await writeFile(path('program.json'), JSON.stringify(report))
  const args = [...service.flags, '--repeat', path('program.json'), '--only', 'list-status']
  expect((await callCommand(args)).out).toContain(`mode read-only, 1 check, seed 11.`)
})

test('what is no report, or one without a seed, is refused', async () => {
  await writeFile(path('dialect.json'), '{}')
  const refused = (name: string) => refusalOf([...service.flags, '--repeat', path(name)])
  expect(await refused('dialect.json')).toContain('is no report of a run that tells its seed')
  expect(await refused('missing.json')).toContain('there is no such file')
})

test('a failure prints a command that makes its check again, once its variables are set', async () => {
  const broken = await startService({}, { breakage: mutantOf('missing-type-without-param').break })
  const { out } = await callCommand([...broken.flags, '--only', 'create-event-missing-type'])
  const [, again = ''] = /again: +(.*)/.exec(out) ?? []
  expect(again).toContain('--test-key "$EVENT_DELIVERY_TEST_KEY"')
  expect(out).toContain('Before them: export EVENT_DELIVERY_LIVE_KEY=... EVENT_DELIVERY_TEST_KEY=...')
  const words = again
    .replace(/^npx @event-delivery\/conformance /, '')
    .replace('"$EVENT_DELIVERY_LIVE_KEY"', 'sk_live_mock')
    .replace('"$EVENT_DELIVERY_TEST_KEY"', 'sk_test_mock')
  const repeated = await callCommand(words.split(' '))
  expect(repeated.status).toBe(1)
  expect(repeated.out).toContain('create-event-missing-type: ')
})
