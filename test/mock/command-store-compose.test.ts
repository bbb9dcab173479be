import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readOptions } from '../../mock/command/options'
import { checkedSeed } from '../../mock/state/check-seed'
import { root } from '../support/root'

interface Service {
  command?: string[]
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  entrypoint?: string[]
  configs?: { source: string; target: string }[]
  depends_on?: Record<string, { condition: string }> | string[]
  stop_grace_period?: string
}

interface Compose {
  services: Record<string, Service>
  configs: Record<string, { content: string }>
}

const folder = join(root, 'docs/production')
const text = await readFile(join(folder, 'compose.yaml'), 'utf8')
const { services, configs } = parse(text, { merge: true }) as Compose

/** The environment of a service with the variables of the file `.env` filled in. */
const environmentOf = ({ environment = {} }: Service) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]))
const filled = (value: string) => value.replace(/\$\{(\w+):\?\}/g, (_, name: string) => sample[name] ?? name)
const sample: Record<string, string> = {
  LIVE_KEY: 'sk_live_1',
  TEST_KEY: 'sk_test_1',
  STORE_KEY: 'k'.repeat(44),
}

/** The command line of a service, without the seed, which is a file of the container alone. */
const flagsOf = ({ command = [] }: Service) => command.filter((word) => !word.startsWith('--seed='))

const processes = ['api-1', 'api-2', 'worker-1', 'worker-2']

test('two processes of the compose file answer, and two deliver, all on one store', () => {
  const read = processes.map((name) => {
    const token = { EVENT_DELIVERY_MOCK_TOKEN: 'a-token-of-24-characters' }
    const args = ['--host', '0.0.0.0', ...flagsOf(services[name]!)]
    return readOptions(args, { ...environmentOf(services[name]!), ...token }, () => {})!
  })
  expect(read.map(({ role }) => role)).toEqual(['api', 'api', 'worker', 'worker'])
  expect(new Set(read.map(({ store }) => JSON.stringify(store))).size).toBe(1)
  expect(new Set(read.map(({ plan }) => plan)).size).toBe(1)
  for (const [index, { allowHosts }] of read.entries()) expect(allowHosts).toContain(processes[index])
})

test('no password stands on a command line of the compose file', () => {
  for (const { command = [] } of Object.values(services)) {
    expect(command.join(' ')).not.toMatch(/PASSWORD|TOKEN|KEY|:\/\/[^@/]*:[^@/]*@/)
  }
  for (const name of processes) expect(services[name]?.environment).toHaveProperty('PGPASSWORD')
})

test('the processes of the compose file wait for the migration, and have time to end', () => {
  for (const name of processes) {
    expect(services[name]?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
    expect(parseInt(services[name]?.stop_grace_period ?? '0')).toBeGreaterThan(10)
  }
  expect(services['migrate']?.command?.[0]).toBe('migrate')
})

test('the seed of the compose file is one, and every config that a service names is there', () => {
  const seed: unknown = JSON.parse(filled(configs['seed']!.content))
  expect(checkedSeed(seed as object)).toMatchObject({ keys: [{ key: 'sk_live_1' }, { key: 'sk_test_1' }] })
  const named = Object.values(services).flatMap((service) => service.configs ?? [])
  for (const { source } of named) expect(Object.keys(configs)).toContain(source)
})

test('the compose file names every variable that it wants, and builds from a Dockerfile that is there', async () => {
  const wanted = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!))
  const comment = text.split('\n').filter((line) => line.startsWith('#'))
  for (const name of wanted) expect(comment.join('\n')).toMatch(new RegExp(`#   ${name}=`))
  const { context, dockerfile } = services['api-1']!.build!
  expect(await readFile(join(folder, context, dockerfile), 'utf8')).toContain('ENTRYPOINT')
})
