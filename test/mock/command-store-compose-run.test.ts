// The very commands of the compose file, as processes of this machine: where Docker is missing, too.
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { makeFolder } from '../support/folder'
import { makeDatabase } from '../support/postgres'
import { root } from '../support/root'
import { runMock } from '../support/store-command'

interface Compose {
  services: Record<string, { command?: string[]; environment?: Record<string, string> }>
  configs: Record<string, { content: string }>
}

const file = join(root, 'docs/production/compose.yaml')

/** Reads the compose file as Docker does, with the variables of `.env` in their places. */
async function readCompose(variables: Record<string, string>): Promise<Compose> {
  const text = await readFile(file, 'utf8')
  const filled = text.replace(/\$\{(\w+):\?\}/g, (whole, name: string) => variables[name] ?? whole)
  expect(filled.replace(/^#.*/gm, '')).not.toContain('${')
  return parse(filled, { merge: true }) as Compose
}

/** Asks for the health as the balancer and Docker do: by the name of the service. */
function healthOf(baseUrl: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${baseUrl}/__mock/health`, { headers: { host } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    asked.on('error', reject).end()
  })
}

test('the commands of the compose file migrate, start, share their events, and end with status 0', async () => {
  const database = new URL(await makeDatabase(onTestFinished))
  const variables = {
    DATABASE_PASSWORD: database.password,
    MOCK_TOKEN: 'a-token-of-24-characters',
    STORE_KEY: 'k'.repeat(44),
    LIVE_KEY: 'sk_live_composed',
    TEST_KEY: 'sk_test_composed',
  }
  const { services, configs } = await readCompose(variables)
  const seed = join(await makeFolder(onTestFinished), 'seed.json')
  await writeFile(seed, configs['seed']!.content)
  // The password comes from the environment, as in the containers.
  const store = `postgres://${database.username}@${database.host}${database.pathname}`
  const run = (name: string, more: string[] = []) => {
    const { command = [], environment } = services[name]!
    const args = command.map((word) =>
      word.replace('/seed.json', seed).replace('postgres://mock@database:5432/mock', store),
    )
    expect(args).toContain(`--store=${store}`)
    return runMock([...args, ...more], environment)
  }
  const start = async (name: string) => {
    const started = run(name, ['--port', '0', '--json'])
    const { baseUrl } = JSON.parse(await started.firstLine()) as { baseUrl: string }
    return { name, started, baseUrl }
  }

  const migrated = await run('migrate', ['--json']).ended
  expect(migrated).toMatchObject({ status: 0 })
  const running = await Promise.all(['api-1', 'api-2', 'worker-1', 'worker-2'].map(start))
  for (const { name, baseUrl } of running) expect(await healthOf(baseUrl, `${name}:4010`)).toBe(200)

  const headers = { authorization: `Bearer ${variables.LIVE_KEY}`, 'content-type': 'application/json' }
  const [one, other] = running
  const body = JSON.stringify({ type: 'order.paid', data: { order: 1 } })
  const created = await fetch(`${one!.baseUrl}/v1/events`, { method: 'POST', headers, body })
  expect(created.status).toBe(201)
  const listed = await fetch(`${other!.baseUrl}/v1/events`, { headers })
  expect(((await listed.json()) as { data: object[] }).data).toEqual([await created.json()])
  const { environment } = services['api-1']!
  const status = await runMock(['status', '--store', store, '--json'], environment).ended
  expect(JSON.parse(status.out)).toMatchObject({ encrypted: true, events: 1, keys: 2 })

  for (const { started } of running) expect((await started.stop()).status).toBe(0)
})
