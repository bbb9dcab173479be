// Runs generated mutants and prints a line for each as JSON: whether a check that names one of its rules finds it. Its
// rules' own checks judge first, the whole suite where they find nothing.
// `npx tsx test/mutants/survey.ts MODE [PATTERN] [SHARE/OF]`
import { checks, runChecks, type Check, type Mode } from '@event-delivery/conformance'
import { createTarget } from '../support/backend'
import { generatedMutants } from './traps/index'
import type { Mutant } from '../support/breakage'

const [mode = 'full', pattern = '', share = '1/1'] = process.argv.slice(2)
const [part = 1, parts = 1] = share.split('/').map(Number)

async function judge(mutant: Mutant, by: readonly Check[]) {
  const { rule, besides = [], keys, plan } = mutant
  const target = createTarget({}, mutant.break)
  const settings = { mode: mode as Mode, plan, samples: 1, seed: 1 }
  const report = await runChecks({ ...target, keys: { ...target.keys, ...keys } }, by, settings)
  await target.backend.close()
  const bad = report.checks.filter(({ status }) => status === 'failed' || status === 'warned')
  const named = bad.filter(({ violates }) => violates?.some((one) => one === rule || besides.includes(one)))
  const errored = report.checks
    .filter(({ status }) => status === 'errored')
    .map(({ id, message }) => `${id}: ${message}`)
  return { named, bad, errored }
}

for (const [index, mutant] of generatedMutants.entries()) {
  const { id, family, rule, besides = [] } = mutant
  if (index % parts !== part - 1 || !new RegExp(pattern).test(`${family} ${id}`)) continue
  const started = performance.now()
  const own = await judge(
    mutant,
    checks.filter((check) => check.rules.some((one) => one === rule || besides.includes(one))),
  )
  const { named, bad, errored } = own.named.length > 0 ? own : await judge(mutant, checks)
  const by = own.named.length > 0 ? 'own checks' : 'whole suite'
  const state = named.length > 0 ? 'found' : bad.length > 0 ? 'misnamed' : 'survived'
  const seen = (named.length > 0 ? named : bad)
    .slice(0, 4)
    .map(({ id: check, status, violates }) => `${check}:${status}:${String(violates)}`)
  const ms = Math.round(performance.now() - started)
  console.log(JSON.stringify({ state, by, family, id, mode: mutant.mode, rule, ms, seen, errored }))
}
