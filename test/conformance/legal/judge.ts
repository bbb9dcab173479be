import {
  checks,
  explain,
  runChecks,
  type Check,
  type CheckResult,
  type Mode,
  type Report,
} from '@event-delivery/conformance'
import { rules } from '../../../generated/rules'
import { allowances, losesWebhooks } from './allowances'
import { describeChoices } from './choices'
import { legalService } from './service'
import type { Choices } from './dimensions'

const musts = new Set<string>(rules.filter(({ level }) => level === 'must').map(({ id }) => id))

/** The mistakes in the judgement of a legal service, each as a text for people. */
interface Judgement {
  report: Report
  findings: readonly string[]
}

/** Has the suite judge a service of the family in a mode. */
export async function judge(choices: Choices, mode: Mode, by: readonly Check[] = checks): Promise<Judgement> {
  const service = legalService(choices)
  const options = { ...service.options, mode, seed: 1, samples: 5 }
  const report = await runChecks(service.target, by, options)
  const left =
    service.webhooks() > 0 && !losesWebhooks(choices) ? [`${service.webhooks()} webhooks were left.`] : []
  const findings = [...findingsOf(report, choices), ...left]
  const isBlamed = report.verdict === 'non-conformant' || report.verdict === 'error'
  if (findings.length === 0 && isBlamed) findings.push(`The verdict is ${report.verdict}: ${report.error}`)
  return { report, findings }
}

/** The results of a run that blame a legal service, as texts for people. */
export function findingsOf({ checks: results }: Report, choices: Choices): string[] {
  const alarms = results.filter((result) => isAlarm(result) && !isAllowed(result, choices))
  return alarms.map((result) => `${result.id}: ${explain(result)}`)
}

/** Fails with the choices of a service and what the suite found, where it found anything. */
export async function expectNoAlarm(
  choices: Choices,
  mode: Mode,
  by: readonly Check[] = checks,
): Promise<void> {
  const { findings } = await judge(choices, mode, by)
  if (findings.length === 0) return
  throw new Error(
    `A legal service was blamed in mode ${mode}.\nChoices: ${describeChoices(choices)}\n\n${findings.join('\n\n')}`,
  )
}

/** Whether a result blames a service, or says that it could not be judged. */
function isAlarm({ status, violates = [] }: CheckResult): boolean {
  if (status === 'warned') return violates.some((rule) => musts.has(rule))
  return status === 'failed' || status === 'errored' || status === 'could-not-run'
}

function isAllowed(result: CheckResult, choices: Choices): boolean {
  return allowances.some(
    ({ when, status, check, says }) =>
      when(choices) && result.status === status && check.test(result.id) && says.test(textOf(result)),
  )
}

function textOf({ message, remedy = '' }: CheckResult): string {
  return `${message} ${remedy}`
}
