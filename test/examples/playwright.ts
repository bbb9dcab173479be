import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programOf } from '../frontend/guide'
import { chromiumOptions, missingChromium } from '../support/chromium'
import { freePort } from '../support/free-port'
import { type Row, tally } from '../tools/matrix/table'
import { type Installed, withExample } from './installed'

interface Results {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number }
}

/** Runs the tests of the example, and those that are beside it here, in the Chromium of this machine and on a port that is free. */
async function test({ folder, run }: Installed): Promise<void> {
  const guide = programOf('orders.spec.ts')
  if (guide !== (await readFile(join(folder, 'orders.spec.ts'), 'utf8')))
    throw new Error('The guide shows another orders.spec.ts than the example has.')
  await cp(fileURLToPath(new URL('playwright', import.meta.url)), folder, { recursive: true })
  const port = String(await freePort())
  for (const name of (await readdir(folder)).filter((file) => /\.(spec|config)\.ts$/.test(file))) {
    const path = join(folder, name)
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('5173', port))
  }
  await writeFile(join(folder, 'chromium.json'), JSON.stringify(chromiumOptions))
  await run('npm', ['test', '--', '-c', 'matrix.config.ts'], { CI: '1' })
  const { stats } = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results
  const all = stats.expected === 8 && stats.unexpected + stats.skipped + stats.flaky === 0
  if (!all) throw new Error(`8 tests were to pass: ${JSON.stringify(stats)}`)
}

/** A page of Vite's dev server, tested with the fixture of the mock in Playwright's runner. */
export const playwright: Row = {
  name: 'Playwright with a page of Vite',
  run: async () =>
    missingChromium() ??
    withExample('playwright', ['src', 'mock'], (installed) =>
      tally([
        ['npm run types', () => installed.run('npm', ['run', 'types'])],
        ['npm test', () => test(installed)],
      ]),
    ),
}
