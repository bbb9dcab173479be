import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { EventDelivery } from '@event-delivery/sdk'
import { signedRequest } from '@event-delivery/sdk/testing'
import { webhookOf } from '../../mock/command/local-webhooks'
import { blocks } from '../docs/markdown'
import { freePort } from '../support/free-port'
import { startServer } from '../support/processes'
import {
  type Expect,
  findings,
  judgeCutOff,
  judgeDeliveries,
  judgeRefusals,
  type Mounted,
  unfinished,
} from '../support/receiver-probe'
import type { Tally } from '../tools/matrix/cases'
import { type Row, tallied } from '../tools/matrix/table'
import { type Installed, withExample } from './installed'

const next = 'node_modules/next/dist/bin/next'

/** The routes beside the example that get the raw body, and the ones that do not, with their cures. */
const raw = ['/plain', '/after', '/api/raw']
const parsed: [route: string, cure: RegExp][] = [
  ['/parsed', /Do not call request\.json\(\) or request\.text\(\) before the receiver/],
  ['/api/parsed', /export const config = { api: { bodyParser: false } }/],
]
/** The routes of the guide, and where they are put beside the one of the example. */
const guide = { 'app/hooks/route.ts': 'app/guide/route.ts', 'pages/api/hooks.ts': 'pages/api/guide.ts' }

/** A real server of Next.js, built and started: the example, and beside it routes with each mistake. */
const receiverIn = (name: string, others: readonly string[]): Row => ({
  name: `${name}, App Router and Pages Router`,
  run: () => withExample('next-receiver', ['src', 'mock'], judgeServer, others),
})

/** The receiver in the version of the example, and in the one before. */
export const nextReceivers: readonly Row[] = [
  receiverIn('Next.js 16', []),
  receiverIn('Next.js 15', ['next@15']),
]

async function judgeServer(installed: Installed): Promise<Tally> {
  await cp(fileURLToPath(new URL('next', import.meta.url)), installed.folder, { recursive: true })
  for (const [name, path] of Object.entries(guide)) {
    const block = blocks().find(({ place, flags }) => /receiving\/next/.test(place) && flags.includes(name))
    await mkdir(dirname(join(installed.folder, path)), { recursive: true })
    await writeFile(join(installed.folder, path), block?.code ?? '')
  }
  const port = await freePort()
  const { secret } = webhookOf({ target: `http://localhost:${port}/hooks`, events: ['*'] })
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', WEBHOOK_SECRET: secret } as const
  await installed.run(process.execPath, [next, 'build'], env)
  const { mounted, base } = await start(installed, port, env)
  const judge = (route: string, of: (at: Mounted, expect: Expect) => Promise<void>) =>
    findings(`Next.js ${route}`, (expect) => of(mounted(route), expect))
  const found = [await judge('/hooks', (_, expect) => pay(base, installed, expect))]
  for (const route of raw)
    found.push(
      await judge(route, async (at, expect) => {
        await judgeDeliveries(at, expect)
        await judgeCutOff(at, expect)
      }),
    )
  for (const [route, cure] of parsed)
    found.push(await judge(route, (at, expect) => judgeRefusals(at, cure, expect)))
  found.push(
    await judge('/slow', async ({ url }, expect) =>
      expect('a body that does not arrive', await unfinished(url), '408, close'),
    ),
  )
  for (const route of ['/guide', '/api/guide'])
    found.push(
      await judge(route, async ({ url }, expect) => {
        const delivery = await signedRequest({ secret })
        const body = await delivery.text()
        const { status } = await fetch(url, { method: 'POST', headers: delivery.headers, body })
        expect('the answer', status, 204)
      }),
    )
  return tallied(found)
}

/** Does what the README of the example says: starts the mock, pays an order, and awaits it in the page. */
async function pay(base: string, { folder, until }: Installed, expect: Expect): Promise<void> {
  const command = join(folder, 'node_modules/@event-delivery/mock/bin/event-delivery-mock.js')
  const mock = await startServer([command, '--port', '0', '--json', '--webhook', `${base}/hooks`])
  until(() => mock.stop())
  const client = new EventDelivery({ apiKey: 'sk_live_mock', baseUrl: mock.baseUrl })
  await client.events.create({ type: 'order.paid', data: { order: 1042 } })
  const shown = async () => ((await (await fetch(base)).text()).includes('<li>1042</li>') ? 'paid' : 'none')
  const limit = AbortSignal.timeout(20_000)
  while (!limit.aborted && (await shown()) === 'none') await setTimeout(50)
  expect('the order in the page', await shown(), 'paid')
}

/** A line that a receiver of the app prints. */
interface Printed {
  route: string
  seen?: string
  error?: { code?: string; message: string }
}

async function start({ folder, until }: Installed, port: number, env: NodeJS.ProcessEnv) {
  // Next.js starts no process of its own to answer requests, so that one signal ends it.
  const child = spawn(process.execPath, [next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  until(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const printed: Printed[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"route"')) printed.push(JSON.parse(line) as Printed)
      if (line.includes(`:${port}`)) resolve()
    })
    void exited.then(() => reject(new Error('Next.js ended before it listened.')))
  })
  const base = `http://localhost:${port}`
  const by = (route: string) => printed.filter((line) => line.route === route)
  const mounted = (route: string): Mounted => ({
    url: base + route,
    seen: () => by(route).flatMap(({ seen }) => seen ?? []),
    errors: () => by(route).flatMap(({ error }) => error ?? []),
  })
  return { base, mounted }
}
