import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromiumOptions, missingChromium } from '../support/chromium'
import { freePort } from '../support/free-port'
import { type Row, tally } from '../tools/matrix/table'
import { savePrograms } from './guide'
import { withManifest } from './installation'

const programs = ['orders.spec.ts', 'sessions.spec.ts', 'playwright.config.ts', 'vite.config.ts']

interface Results {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number }
}

/** The fixture of Playwright in its runner, with a page of Vite's dev server in Chromium. */
export const playwright: Row = {
  name: 'Playwright, with a page of Vite',
  run: async () =>
    missingChromium() ??
    withManifest('playwright', async ({ folder, node }) => {
      await savePrograms(folder, programs)
      const port = String(await freePort())
      for (const name of (await readdir(folder)).filter((file) => /\.(spec|config)\.ts$/.test(file))) {
        const path = join(folder, name)
        await writeFile(path, (await readFile(path, 'utf8')).replaceAll('5173', port))
      }
      await writeFile(join(folder, 'chromium.json'), JSON.stringify(chromiumOptions))
      return tally([
        ['types', () => node('typescript/bin/tsc', '-p', '.')],
        [
          'tests',
          async () => {
            await node('@playwright/test/cli.js', 'test', '-c', 'matrix.config.ts')
            const { stats } = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results
            const all = stats.expected === 8 && stats.unexpected + stats.skipped + stats.flaky === 0
            if (!all) throw new Error(`8 tests were to pass: ${JSON.stringify(stats)}`)
          },
        ],
      ])
    }),
}
