import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type UserConfig } from 'vite'
import { afterAll, onTestFinished } from 'vitest'
import { inChromium } from '../browser/inspector-page'
import { freePort } from '../support/free-port'
import { root } from '../support/root'
import { savePrograms } from './guide'
import { judgePage, judgeServer } from './page'

// A folder of the repository, so that the programs find the packages.
await mkdir(join(root, 'reports'), { recursive: true })
const folder = await mkdtemp(join(root, 'reports/frontend-'))
const port = await freePort()
await savePrograms(folder, ['server.ts', 'vite.config.ts', 'orders.test.ts'], (code) =>
  code.replaceAll('3000', String(port)),
)
afterAll(() => rm(folder, { recursive: true, force: true }))

inChromium('the server of the guide shows its page, which reaches the mock', () =>
  judgeServer(['--import', 'tsx', join(folder, 'server.ts')], `http://127.0.0.1:${port}`),
)

inChromium('the configuration of the guide for Vite lets its page reach the mock', async () => {
  const { default: config } = (await import(join(folder, 'vite.config.ts'))) as { default: UserConfig }
  const page = join(folder, 'page')
  await mkdir(page)
  await writeFile(join(page, 'index.html'), '<!doctype html><title>Orders</title><h1>Orders</h1>')
  const local = { host: '127.0.0.1', port: 0 }
  const server = await createServer({
    ...config,
    root: page,
    configFile: false,
    logLevel: 'silent',
    server: local,
  })
  onTestFinished(() => server.close())
  await server.listen()
  await judgePage(new URL(server.resolvedUrls!.local[0]!).origin)
})

// The tests of the guide for Vitest are registered as tests of this file.
await import(join(folder, 'orders.test.ts'))
