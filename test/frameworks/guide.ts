import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { signedRequest } from '@event-delivery/sdk/testing'
import { blocks } from '../docs/markdown'
import { freePort } from '../support/free-port'
import { type Expect, findings } from '../support/receiver-probe'
import { tallied } from '../tools/matrix/table'
import { type Frameworks, production, secret } from './installation'
import type { Row } from './rows'

const pages = 'docs/receiving'

/** The programs of the guide that listen on port 3000. */
const servers = ['express.ts', 'fastify.ts', 'h3.ts', 'hapi.ts', 'hono.ts', 'koa.ts']

type Handler = (...args: unknown[]) => Promise<unknown>

/** The modules of the guide whose platform calls them, and how it does. */
const modules: [
  file: string,
  call: (module: Record<string, unknown>, delivery: Request) => Promise<unknown>,
][] = [
  ['lambda.ts', async ({ handler }, delivery) => (handler as Handler)(await lambdaEvent(delivery), {})],
  [
    'worker.ts',
    ({ default: worker }, delivery) =>
      (worker as { fetch: Handler }).fetch(delivery, { WEBHOOK_SECRET: secret }, {}),
  ],
  ['src/routes/hooks/+server.ts', ({ POST }, request) => (POST as Handler)({ request, params: {} })],
]

/** Saves each program of the guide under its name. Those for Next.js run in the app of the example. */
export async function saveGuide({ folder }: Frameworks): Promise<void> {
  const programs = blocks().filter(({ place, flags }) => place.startsWith(pages) && flags.length > 0)
  for (const { language, flags, code } of programs) {
    const name = flags.at(-1) ?? ''
    if (language !== 'js' && flags[0] !== 'framework') continue
    const path = join(folder, 'guide', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, code)
  }
}

/** The programs of the guide, each as its reader would run it. */
export const guide: Row = {
  name: pages,
  async run(frameworks) {
    const found: string[][] = []
    for (const name of servers)
      found.push(await findings(name, (expect) => judgeServer(frameworks, name, expect)))
    process.env['WEBHOOK_SECRET'] = secret
    for (const [name, call] of modules)
      found.push(
        await findings(name, async (expect) => {
          const path = await compiled(frameworks, name)
          const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>
          const answer = await call(module, await signedRequest({ secret }))
          const { status, statusCode = status } = answer as { status?: number; statusCode?: number }
          expect('the answer', statusCode, 204)
        }),
      )
    return tallied(found)
  },
}

/** Sends a delivery by the program of the guide, and returns what it printed. */
async function tryOut({ run }: Frameworks, url: string): Promise<string> {
  return (await run(process.execPath, ['guide/try.mjs', url])).trim()
}

async function judgeServer(frameworks: Frameworks, name: string, expect: Expect): Promise<void> {
  const port = await freePort()
  const path = await compiled(frameworks, name, (code) => code.replaceAll('3000', String(port)))
  const child = spawn(process.execPath, [path], {
    env: { ...process.env, ...production },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    const lines = createInterface({ input: child.stdout })
    await Promise.race([once(lines, 'line'), exited])
    expect(
      'what the program of the guide prints',
      await tryOut(frameworks, `http://127.0.0.1:${port}/hooks`),
      '204',
    )
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

/** Compiles a program of the guide and returns the path of the result. */
async function compiled(
  { folder }: Frameworks,
  name: string,
  adapt = (code: string) => code,
): Promise<string> {
  const path = join(folder, 'guide', name)
  const { code } = await transform(adapt(await readFile(path, 'utf8')), { loader: 'ts' })
  const result = path.replace(/ts$/, 'mjs')
  await writeFile(result, code)
  return result
}

/** A delivery as API Gateway hands it over, in the second format of its payload. */
async function lambdaEvent(delivery: Request): Promise<object> {
  return {
    version: '2.0',
    requestContext: { http: { method: delivery.method } },
    headers: Object.fromEntries(delivery.headers),
    body: Buffer.from(await delivery.arrayBuffer()).toString('base64'),
    isBase64Encoded: true,
  }
}
