import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readOptions } from '../../mock/command/options'
import { program } from '../../mock/command/program'
import { readCommandLine } from '../../src/core/commands/command-line'
import { checkedSeed } from '../../mock/state/check-seed'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'
import { runMock, startMock } from '../support/mock-command'
import { makeDatabase } from '../support/postgres'
import { root } from '../support/root'

interface Service {
  command?: string[]
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
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
const processes = ['api-1', 'api-2', 'worker-1', 'worker-2']
const variables = {
  DATABASE_PASSWORD: 'a-password',
  MOCK_TOKEN: 'a-token-of-24-characters',
  STORE_KEY: 'k'.repeat(44),
  LIVE_KEY: 'sk_live_composed',
  TEST_KEY: 'sk_test_composed',
}

/** Reads the compose file as Docker does, with the variables of `.env` in their places. */
function readCompose(values: Record<string, string>): Compose {
  const filled = text.replace(/\$\{(\w+):\?\}/g, (whole, name: string) => values[name] ?? whole)
  expect(filled.replace(/^#.*/gm, '')).not.toContain('${')
  return parse(filled, { merge: true }) as Compose
}

const { services, configs } = readCompose(variables)

test('two processes of the compose file answer, and two deliver, all on one store', () => {
  const read = processes.map((name) => {
    const { command = [], environment } = services[name]!
    // The seed is a file of the container alone.
    const args = ['--host', '0.0.0.0', ...command.filter((word) => !word.startsWith('--seed='))]
    const line = readCommandLine(program, args, {})
    if (line.text !== undefined) throw new Error(line.text)
    return readOptions(line.flags, { EVENT_DELIVERY_MOCK_TOKEN: variables.MOCK_TOKEN, ...environment })
  })
  expect(read.map(({ role }) => role)).toEqual(['api', 'api', 'worker', 'worker'])
  expect(new Set(read.map(({ store, plan }) => JSON.stringify([store, plan]))).size).toBe(1)
  for (const [index, { allowHosts }] of read.entries()) expect(allowHosts).toContain(processes[index])
})

test('no password stands on a command line of the compose file', () => {
  for (const { command = [] } of Object.values((parse(text, { merge: true }) as Compose).services)) {
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
  const { keys } = checkedSeed(JSON.parse(configs['seed']!.content) as object)
  expect(keys).toMatchObject([{ key: variables.LIVE_KEY }, { key: variables.TEST_KEY }])
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

/** Asks for the health as the balancer and Docker do: by the name of the service. */
function healthOf(baseUrl: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${baseUrl}/__mock/health`, { headers: { host } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    asked.on('error', reject).end()
  })
}

test('the very commands of the compose file migrate, start, share their events, and end with status 0', async () => {
  const database = new URL(await makeDatabase(onTestFinished))
  const { services } = readCompose({ ...variables, DATABASE_PASSWORD: database.password })
  const seed = join(await makeFolder(onTestFinished), 'seed.json')
  await writeFile(seed, configs['seed']!.content)
  // The password comes from the environment, as in the containers.
  const store = `postgres://${database.username}@${database.host}${database.pathname}`
  const argsOf = (name: string) => {
    const args = services[name]!.command!.map((word) =>
      word.replace('/seed.json', seed).replace('postgres://mock@database:5432/mock', store),
    )
    expect(args).toContain(`--store=${store}`)
    return args
  }
  expect(await runMock(argsOf('migrate'), services['migrate']!.environment).ended).toMatchObject({
    status: 0,
  })
  const running = []
  for (const name of processes) running.push(await startMock(argsOf(name), services[name]!.environment))
  for (const [index, { baseUrl }] of running.entries())
    await eventually(async () => expect(await healthOf(baseUrl, `${processes[index]}:4010`)).toBe(200))

  const authorization = `Bearer ${variables.LIVE_KEY}`
  const [one, other] = running
  const created = await one!.send('/v1/events', { type: 'order.paid', data: { order: 1 } }, { authorization })
  expect(created.status).toBe(201)
  const listed = await other!.send('/v1/events', undefined, { authorization })
  expect(((await listed.json()) as { data: object[] }).data).toEqual([await created.json()])
  const { environment } = services['api-1']!
  const status = await runMock(['status', '--store', store, '--json'], environment).ended
  expect(JSON.parse(status.out)).toMatchObject({ encrypted: true, events: 1, keys: 2 })
  for (const each of running) expect((await each.running.stop()).status).toBe(0)
})
