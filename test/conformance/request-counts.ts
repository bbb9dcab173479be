// Counts what each check sends to the reference backend: `npx tsx test/conformance/request-counts.ts` writes the figures
// that --dry-run shows to generated/, and with --check it fails where they have drifted.
import { AsyncLocalStorage } from 'node:async_hooks'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import {
  checks,
  explain,
  quickChecks,
  runChecks,
  type Check,
  type CheckResult,
  type Mode,
  type RequestCount,
} from '@event-delivery/conformance'
import { createClock } from '@event-delivery/mock'
import { writeMade } from '../../openapi/generate/write-made'
import { plantCheck } from '../contract/checks/events/idempotency'
import { countName } from '../contract/command/estimate'
import { modes } from '../contract/engine/vocabulary'
import { permits } from '../contract/engine/options'
import { createTarget } from '../support/backend'

const path = fileURLToPath(new URL('../../generated/request-counts.json', import.meta.url))
const planting = plantCheck(async () => undefined)

const none: RequestCount = { requests: 0, writes: 0 }

// Milliseconds that no run takes.
const longestRun = 86_400_000

// Checks wait more than they compute, so that several are counted at once, each with a backend of its own.
const countedAtOnce = 6

// The id of the check that sends, also where its assertions are made at the end of the run. All runs share it: Node hands every store that
// was ever made on to each promise, which took half of the time.
const current = new AsyncLocalStorage<string>()

/** Counts what each check of a run sends. A request that several checks need is counted for the first of them. */
export async function countRun(
  mode: Mode,
  run: readonly Check[] = checks,
): Promise<Map<string, RequestCount>> {
  const counts = new Map<string, RequestCount>()
  const counted = run.map((check): Check => ({
    ...check,
    // A busy machine takes its time, and a check that was ended would have sent too little.
    timeLimit: longestRun,
    run(context) {
      const later = context.later.bind(context)
      context.later = (act, details) => later(() => current.run(check.id, act), details)
      return current.run(check.id, () => check.run(context))
    },
  }))
  // The target is like one across a network: its clock runs and nothing moves it, and only mode full has a receiver.
  const { receiver, ...whole } = createTarget({ clock: createClock({ running: true }) })
  const target = {
    ...whole,
    advance: undefined,
    now: undefined,
    receiver: mode === 'full' ? receiver : undefined,
  }
  const fetch = (request: Request) => {
    // Before the first check the run looks whether the deployment answers.
    const id = current.getStore() ?? run[0]?.id ?? ''
    const { requests, writes } = counts.get(id) ?? { requests: 0, writes: 0 }
    counts.set(id, { requests: requests + 1, writes: writes + Number(request.method !== 'GET') })
    return target.fetch(request)
  }
  const limits = { timeLimit: longestRun, requestTimeout: longestRun }
  const { checks: results } = await runChecks({ ...target, fetch }, counted, {
    mode,
    concurrency: 1,
    // The seed draws the sizes of some pages, and so their number.
    seed: 1,
    ...limits,
  })
  assertWhole(results)
  return counts
}

/** Throws where a check did not end as it does on the reference backend: what it sent then is no figure to tell anybody. */
function assertWhole(results: readonly CheckResult[]): void {
  const wrong = results.filter(({ status }) => !['passed', 'observed', 'not-applicable'].includes(status))
  if (wrong.length > 0) throw new Error(`These were not counted:\n${wrong.map(explain).join('\n')}`)
}

/**
 * Counts what each check sends that runs alone, in the order of the checks. Those that send nothing are left out, such as those that
 * the mode does not judge.
 */
async function countAlone(mode: Mode, run: readonly Check[]): Promise<Map<Check, RequestCount>> {
  const counts = new Map(run.map((check) => [check, none]))
  const waiting = run.values()
  async function countInTurn() {
    for (const check of waiting) {
      const count = permits(mode, check.mode) && (await countRun(mode, [check])).get(check.id)
      if (count) counts.set(check, count)
      else counts.delete(check)
    }
  }
  await Promise.all(Array.from({ length: countedAtOnce }, countInTurn))
  return counts
}

/**
 * The figures of a mode: by check its requests and writes within a run of all checks, then alone, then within a quick run.
 */
async function countMode(mode: Mode): Promise<Record<string, number[]>> {
  const [together, quickly, countsAlone] = await Promise.all([
    countRun(mode),
    countRun(mode, quickChecks),
    countAlone(mode, [...checks, planting]),
  ])
  const figures: Record<string, number[]> = {}
  for (const [check, alone] of countsAlone) {
    // A check does not ask again for the answers that an earlier check of the run got.
    const within = check === planting ? alone : (together.get(check.id) ?? none)
    const quick = check.quick ? [quickly.get(check.id) ?? none] : []
    figures[countName(check)] = [within, alone, ...quick].flatMap(({ requests, writes }) => [
      requests,
      writes,
    ])
  }
  return figures
}

/** The figures of all modes. */
async function countAll(): Promise<Record<string, Record<string, number[]>>> {
  return Object.fromEntries(
    await Promise.all(modes.map(async (mode) => [mode, await countMode(mode)] as const)),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await format(JSON.stringify(await countAll(), undefined, 2), { parser: 'json' })
  await writeMade([[path, text]])
}
