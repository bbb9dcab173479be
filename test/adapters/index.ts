// The transactions of other libraries, as docs/exactly-once.md shows them, on a real PostgreSQL, and the stores on older clients of Redis.
// All of them with the packed SDK. `npm run test:matrix` runs it.
import { install } from '../tools/matrix/installation'
import { printTable } from '../tools/matrix/table'
import { generatePrisma, saveGuide } from './guide'
import { installAdapters } from './installation'
import { rows } from './rows'

const ends: (() => Promise<void>)[] = []
const until = (end: () => Promise<void>) => void ends.push(end)

// Neither PostgreSQL nor a connection to it keeps a process alive.
const alive = setInterval(() => {}, 60_000)
const installation = await install()
until(() => installation.remove())
try {
  const adapters = await installAdapters(installation.folder)
  await saveGuide(adapters.folder)
  await generatePrisma(adapters)
  await printTable(rows.map(({ name, run }) => ({ name, run: () => run(adapters, until) })))
} finally {
  for (const end of ends.reverse()) await end()
  clearInterval(alive)
}
