// The receivers of the packed SDK in real frameworks, over real sockets. `npm run test:matrix` runs it. `--only TEXT` runs the rows whose
// name contains the text.
import { parseArgs } from 'node:util'
import { install } from '../tools/matrix/installation'
import { installFrameworks } from './installation'
import { compiledTypes } from './types'
import { guide, saveGuide } from './guide'
import { nextServer } from './next-server'
import { everyMount, type Row } from './rows'

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const rows: readonly Row[] = [everyMount, compiledTypes, guide, nextServer]

const installation = await install()
let failed = 0
try {
  const frameworks = await installFrameworks(installation.folder)
  await saveGuide(frameworks)
  for (const { name, run } of rows.filter((row) => !only || row.name.includes(only))) {
    const { passed, of, failures } = await run(frameworks)
    if (passed < of) failed++
    process.stdout.write(
      [`${name.padEnd(36)} passed ${passed} of ${of}`, ...failures.map((failure) => `    ${failure}`)].join(
        '\n',
      ) + '\n',
    )
  }
} finally {
  await installation.remove()
}
if (failed > 0) process.exitCode = 1
