// `npm run test:matrix`: one smoke suite on the packed SDK in every runtime and compiler, and the suite in every test runner.
import { compilers, newerCompilers } from './compilers'
import { install } from './installation'
import { runtimes, type Runtime } from './runtimes'
import { printTable, type Row } from './table'
import { testRunners } from './test-runners'

const installation = await install()

/** Installs what brings a runtime, and runs the suite there. */
const rowOf = ({ name, packages = [], missing, run }: Runtime): Row => ({
  name,
  async run() {
    const reason = missing?.()
    if (reason !== undefined) return reason
    try {
      if (packages.length > 0) await installation.add(...packages)
    } catch (error) {
      return `npm install ${packages.join(' ')} failed (${String(error).split('\n')[0]})`
    }
    return run(installation)
  },
})

try {
  await printTable([...runtimes, ...testRunners, ...compilers, ...newerCompilers].map(rowOf))
} finally {
  await installation.remove()
}
