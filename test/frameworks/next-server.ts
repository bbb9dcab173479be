import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  findings,
  judgeCutOff,
  judgeDeliveries,
  judgeRefusals,
  type Mounted,
  unfinished,
} from '../support/receiver-probe'
import { tallied } from '../tools/matrix/table'
import { tryOut } from './guide'
import { type Frameworks, production } from './installation'
import type { Row } from './rows'

const next = 'node_modules/next/dist/bin/next'
const app = 'installed/next'

/** The routes of the app that get the raw body, and the ones that do not, with their cures. */
const raw = ['/plain', '/after', '/api/raw']
const parsed: [route: string, cure: RegExp][] = [
  ['/parsed', /Do not call request\.json\(\) or request\.text\(\) before the receiver/],
  ['/api/parsed', /export const config = { api: { bodyParser: false } }/],
]

/** A real server of Next.js, built and started, with the App Router and the Pages Router. */
export const nextServer: Row = {
  name: 'Next.js 15',
  async run(frameworks) {
    await frameworks.run(process.execPath, [next, 'build', app])
    const { mounted, stop } = await start(frameworks)
    try {
      const found: string[][] = []
      for (const route of raw)
        found.push(
          await findings(`Next.js ${route}`, async (expect) => {
            await judgeDeliveries(mounted(route), expect)
            await judgeCutOff(mounted(route), expect)
          }),
        )
      for (const [route, cure] of parsed)
        found.push(
          await findings(`Next.js ${route}`, (expect) => judgeRefusals(mounted(route), cure, expect)),
        )
      found.push(
        await findings('Next.js /slow', async (expect) =>
          expect('a body that does not arrive', await unfinished(mounted('/slow').url), '408, close'),
        ),
      )
      for (const route of ['/hooks', '/api/hooks'])
        found.push(
          await findings(`Next.js ${route} of the guide`, async (expect) =>
            expect(
              'what the program of the guide prints',
              await tryOut(frameworks, mounted(route).url),
              '204',
            ),
          ),
        )
      return tallied(found)
    } finally {
      await stop()
    }
  },
}

/** A line that a receiver of the app prints. */
interface Printed {
  route: string
  seen?: string
  error?: { code?: string; message: string }
}

async function start({ folder }: Frameworks) {
  // Next.js starts no process of its own to answer requests, so that one signal ends it.
  const child = spawn(process.execPath, [join(folder, next), 'start', app, '-p', '0', '-H', '127.0.0.1'], {
    cwd: folder,
    env: { ...process.env, ...production },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const printed: Printed[] = []
  const url = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"route"')) printed.push(JSON.parse(line) as Printed)
      const [, address] = /(http:\/\/(?:127\.0\.0\.1|localhost):\d+)/.exec(line) ?? []
      if (address) resolve(address)
    })
    void exited.then(() => reject(new Error('Next.js ended before it listened.')))
  })
  const base = await url
  const by = (route: string) => printed.filter((line) => line.route === route)
  const mounted = (route: string): Mounted => ({
    url: base + route,
    seen: () => by(route).flatMap(({ seen }) => seen ?? []),
    errors: () => by(route).flatMap(({ error }) => error ?? []),
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { mounted, stop }
}
