import { join } from 'node:path'
import type { Tally } from '../tools/matrix/cases'
import { compileProgram } from '../tools/matrix/installation'
import { printedTally, tally } from '../tools/matrix/table'
import { type Frameworks, here } from './installation'

/** A line of the table: its subject, and how that is judged. */
export interface Row {
  name: string
  run(frameworks: Frameworks): Promise<Tally>
}

/** Every way to mount a receiver, in a process of its own. */
export const everyMount: Row = {
  name: 'Express, Fastify, Hono, Koa, h3, hapi',
  async run({ folder, run }) {
    await compileProgram(join(here, 'installed/run.ts'), join(folder, 'run.mjs'))
    return printedTally(await run(process.execPath, ['run.mjs']))
  },
}

/** The programs of `installed`, by their configurations. */
const configurations = ['installed/tsconfig.json', 'installed/worker/tsconfig.json']

/** The types of each framework take a receiver, which knows the types of none of them. */
export const compiledTypes: Row = {
  name: 'types of the frameworks',
  run: ({ run }) =>
    tally(
      configurations.map((path) => [
        path,
        () => run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', path]),
      ]),
    ),
}
