// The receivers of the packed SDK in real frameworks, over real sockets. `npm run test:matrix` runs it.
import { install } from '../tools/matrix/installation'
import { printTable } from '../tools/matrix/table'
import { guide, saveGuide } from './guide'
import { installFrameworks } from './installation'
import { compiledTypes, everyMount } from './rows'

const installation = await install()
try {
  const frameworks = await installFrameworks(installation.folder)
  await saveGuide(frameworks)
  const rows = [everyMount, compiledTypes, guide]
  await printTable(rows.map(({ name, run }) => ({ name, run: () => run(frameworks) })))
} finally {
  await installation.remove()
}
