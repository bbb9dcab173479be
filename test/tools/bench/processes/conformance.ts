// One run of the conformance suite against a backend in this process. Prints how long it took, in seconds.
import { checks, runChecks } from '@event-delivery/conformance'
import { createTarget } from '../../../support/backend'

const { keys, ...target } = createTarget()
const begun = performance.now()
const { verdict } = await runChecks({ ...target, keys: { ...keys, scoped: [] } }, checks, { mode: 'full' })
if (verdict !== 'conformant') throw new Error(`The verdict was ${verdict}.`)
process.stdout.write(JSON.stringify((performance.now() - begun) / 1_000))
