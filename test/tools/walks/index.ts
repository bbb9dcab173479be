// `npm run walks`: how many files and functions of this repository one act of a user passes, warm. Generated ones count, what the act
// talks to does not. `-- --list NAME` shows the functions of one walk by file.
import { parseArgs } from 'node:util'
import { acts } from './acts'
import { walkOf } from './walk'

// What is done once, such as making a table at the first use, is over by then.
const rounds = 20

const { list } = parseArgs({ options: { list: { type: 'string' } } }).values
const all = await acts()
const names = all.map(({ name }) => name)

if (list !== undefined && !names.includes(list)) {
  process.stderr.write(`There is no walk ${list}. There are ${names.join(', ')}.\n`)
  process.exitCode = 2
} else {
  if (list === undefined) process.stdout.write('files functions\n')
  for (const { name, title, leaves, run } of all) {
    if (list !== undefined && name !== list) continue
    for (let round = 0; round < rounds; round += 1) await run()
    const walk = await walkOf(run, leaves)
    if (list === undefined) {
      const functions = [...walk.values()].flat().length
      process.stdout.write(
        `${String(walk.size).padStart(5)} ${String(functions).padStart(9)} ${name.padEnd(9)} ${title}\n`,
      )
    } else {
      for (const [path, called] of walk) process.stdout.write(`${path}: ${called.join(', ')}\n`)
    }
  }
}
