// `npm run walks`: how many files and functions of this repository one act of a user passes, warm. Generated ones count, what the act
// talks to does not. `-- --list NAME` shows the functions of one walk by file.
import { Option, program } from 'commander'
import { acts } from './acts'
import { walkOf } from './walk'

// What is done once, such as making a table at the first use, is over by then.
const rounds = 20

const all = await acts()
const { list } = program
  .name('npm run walks --')
  .addOption(
    new Option('--list <name>', 'show the functions of one walk by file').choices(
      all.map(({ name }) => name),
    ),
  )
  .parse()
  .opts<{ list?: string }>()

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
