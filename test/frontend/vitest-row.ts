import { savePrograms } from './guide'
import { compiler, withPackages } from './installation'
import { tally, type Row } from './judge'

/** Versions of Vitest that the repository does not install, and the Node that each runs on. */
const versions: readonly [vitest: string, node: string | undefined][] = [
  ['3.2', undefined],
  ['4.0', undefined],
  ['5', '24'],
]

/** The tests of the guide in other versions of Vitest. */
export const vitestVersions: Row = {
  name: 'Vitest 3.2, 4.0 and 5',
  run: () =>
    tally(
      versions.map(([version, node]) => [
        `Vitest ${version}`,
        () =>
          withPackages([`vitest@${version}`, 'typescript@5'], async ({ folder, run }) => {
            await savePrograms(folder, ['orders.test.ts'])
            const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.']
            if (node === undefined) await run(process.execPath, ...vitest)
            else await run('npx', '--yes', '-p', `node@${node}`, 'node', ...vitest)
            await run(process.execPath, ...compiler, 'orders.test.ts')
          }),
      ]),
    ),
}
