import { savePrograms } from './guide'
import { compiler, withPackages } from './installation'
import { tally, type Row } from './judge'

/** The majors of Vitest that the repository does not install, and the Node that each runs on. */
const majors: readonly [vitest: string, node: string | undefined][] = [
  ['3', undefined],
  ['5', '24'],
]

/** The tests of the guide in other majors of Vitest. */
export const vitestMajors: Row = {
  name: 'Vitest 3 and 5',
  run: () =>
    tally(
      majors.map(([major, node]) => [
        `Vitest ${major}`,
        () =>
          withPackages([`vitest@${major}`, 'typescript@5'], async ({ folder, run }) => {
            await savePrograms(folder, ['orders.test.ts'])
            const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.']
            if (node === undefined) await run(process.execPath, ...vitest)
            else await run('npx', '--yes', '-p', `node@${node}`, 'node', ...vitest)
            await run(process.execPath, ...compiler, 'orders.test.ts')
          }),
      ]),
    ),
}
