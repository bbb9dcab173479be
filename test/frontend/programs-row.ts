import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { missingChromium } from '../support/chromium'
import { freePort } from '../support/free-port'
import { type Row, tally } from '../tools/matrix/table'
import { savePrograms } from './guide'
import { compiler, type Installed, withManifest, withPackages } from './installation'
import { judgeServer } from './page'

const programs = ['server.ts', 'express.ts']

/** The servers of the guide, with the page that each of them shows in Chromium. */
export const servers: Row = {
  name: 'node:http and Express',
  run: async () =>
    missingChromium() ??
    withPrograms(({ folder, node }) =>
      tally([
        ['types', () => node('typescript/bin/tsc', '-p', '.')],
        ...programs.map((name): [string, () => Promise<unknown>] => [
          name,
          async () => {
            const port = await freePort()
            const path = await compiled(folder, name, (code) => code.replaceAll('3000', String(port)))
            await judgeServer([path], `http://127.0.0.1:${port}`, folder)
          },
        ]),
      ]),
    ),
}

/** The plugin in the majors of Vite that the repository does not install. */
export const viteMajors: Row = {
  name: 'Vite 6 and 7',
  run: () =>
    withPrograms(({ run }) =>
      tally(
        ['vite-6', 'vite-7'].map((name) => [
          name,
          async () => {
            const printed = JSON.parse(await run(process.execPath, ['vite-major.mjs', name])) as {
              version: string
              dev: number
              preview: number
            }
            const { version, dev, preview } = printed
            const isRight = version.startsWith(`${name.slice(-1)}.`) && dev === 201 && preview === 201
            if (!isRight) throw new Error(JSON.stringify(printed))
          },
        ]),
      ),
    ),
}

/** Versions of Vitest that the repository does not install, and the Node that each runs on. */
const versions: readonly [vitest: string, node: string | undefined][] = [
  ['3.2', undefined],
  ['4.0', undefined],
  ['5', '24'],
]

const forTypes = ['@types/node@24', 'typescript@5']

/** The tests of the guide in other versions of Vitest. */
export const vitestVersions: Row = {
  name: 'Vitest 3.2, 4.0 and 5',
  run: () =>
    tally(
      versions.map(([version, major]) => [
        `Vitest ${version}`,
        () =>
          withPackages([`vitest@${version}`, ...forTypes], async ({ folder, run, node }) => {
            await savePrograms(folder, ['orders.test.ts'])
            const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.']
            if (major === undefined) await run(process.execPath, vitest)
            else await run('npx', ['--yes', '-p', `node@${major}`, 'node', ...vitest])
            // The declarations of the mock are checked too: they add to those of Vitest.
            await node(...compiler, '--skipLibCheck', 'false', 'orders.test.ts')
          }),
      ]),
    ),
}

/** The matcher in Jest. */
export const jest: Row = {
  name: 'Jest 30',
  run: () =>
    withPackages(['jest@30', '@jest/globals@30', 'typescript@5'], async ({ folder, run, node }) =>
      tally([
        [
          'orders.jest.ts',
          async () => {
            await savePrograms(folder, ['orders.jest.ts'])
            const path = await compiled(folder, 'orders.jest.ts')
            const config = JSON.stringify({ testMatch: [path], transform: {} })
            const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
            await run(process.execPath, [...options, 'node_modules/jest/bin/jest.js', '--config', config])
            await node(...compiler, 'orders.jest.ts')
          },
        ],
      ]),
    ),
}

function withPrograms<T>(use: (installed: Installed) => Promise<T>): Promise<T> {
  return withManifest('programs', async (installed) => {
    await savePrograms(installed.folder, programs)
    return use(installed)
  })
}

/** Compiles a program of the guide and returns the path of the result. */
async function compiled(folder: string, name: string, adapt = (code: string) => code): Promise<string> {
  const { code } = await transform(adapt(await readFile(join(folder, name), 'utf8')), { loader: 'ts' })
  const path = join(folder, name.replace(/ts$/, 'mjs'))
  await writeFile(path, code)
  return path
}
