import type { Row } from './rows'
import { tallied } from './rows'

/** The programs of `installed`, by their configurations. */
const configurations = ['installed/tsconfig.json', 'installed/worker/tsconfig.json']

/** The types of each framework take a receiver, which knows the types of none of them. */
export const compiledTypes: Row = {
  name: 'types of the frameworks',
  async run({ run }) {
    const found: string[][] = []
    for (const configuration of configurations) {
      const compiling = run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', configuration])
      found.push(
        await compiling.then(
          () => [],
          (error: Error) => [error.message],
        ),
      )
    }
    return tallied(found)
  },
}
