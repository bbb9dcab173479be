// Prints a line of JSON for each generated mutant: whether a check finds it that names one of its rules.
// `npx tsx test/mutants/survey.ts MODE|least [PATTERN] [SHARE/OF] [whole]`: `least` is the least mode of each; with `whole` the whole suite judges what the checks of
// its rules do not find.
import { checks, type Mode } from '@event-delivery/conformance'
import { generatedMutants } from './traps/index'
import { ownChecks, search } from './search'

const [wanted = 'full', pattern = '', share = '1/1', whole] = process.argv.slice(2)
const [part = 1, parts = 1] = share.split('/').map(Number)

for (const [index, mutant] of generatedMutants.entries()) {
  const { id, family, rule } = mutant
  if (index % parts !== part - 1 || !new RegExp(pattern).test(`${family} ${id}`)) continue
  const mode = wanted === 'least' ? mutant.mode : (wanted as Mode)
  const started = performance.now()
  const own = await search(mutant, ownChecks(mutant), { mode })
  const { found, blamed } = own.found || !whole ? own : await search(mutant, checks, { mode })
  const ms = Math.round(performance.now() - started)
  console.log(JSON.stringify({ found, family, id, mode, rule, ms, blamed }))
}
