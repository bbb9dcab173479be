import { assertReportsWritable } from './report-files'
import { asDialect } from '../../../src/core/commands/dialect-file'
import { pin } from './declarations'
import { isLoopback } from '../../../src/core/url'
import { readBaseline } from './baseline'
import { openNetwork, type Network } from './network'
import { replaceWindowCheck } from './window'
import { isAbsolute, resolve } from 'node:path'
import { assertWritable, readCertificates, readJson } from '../../../src/core/commands/files'
import { flagOf } from '../../../src/core/commands/flags'
import { UsageError } from '../../../src/core/commands/usage-error'
import { didYouMean } from '../../../src/core/nearest'
import { checks } from '../checks/index'
import { flagEntries, type Given, type SuiteFlag } from './flags'
import type { Check } from '../engine/check'
import type { CommandOptions } from './program'
import type { RunOptions } from '../engine/options'
import type { Target } from '../engine/target'

/** A run before its first request, and before any file is written. */
export interface PreparedRun {
  target: Target
  checks: readonly Check[]
  /** The checks that a quick run reports without making them. */
  leftOut: readonly Check[]
  settings: RunOptions
  network: Network
}

/** Prepares a run. Throws a `UsageError` for the first option that would make it fail later. */
export async function prepare(
  options: CommandOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<PreparedRun> {
  const { baseUrl, mode, declare: declared = {}, plan = declared.plan } = options
  const { liveKey: live, testKey: test, expiredKey: expired, scopedKey: scoped } = options
  const { samples, concurrency, idempotency, timeLimit, listingTimeout, deliveryTimeout } = options
  if (baseUrl === undefined)
    throw new UsageError('--base-url is missing: where does the deployment answer? --help shows all flags.')
  assertConsistent(options)
  assertReportsWritable(options)
  if (options.receiverCaOut !== undefined) assertWritable('--receiver-ca-out', options.receiverCaOut)
  const [pinned, known, authority] = [options.dialect, options.baseline, options.ca]
  const stated = pinned === undefined ? {} : asDialect('--dialect', pinned, readJson('--dialect', pinned))
  const dialect = (pinned ?? declared.dialect) ? pin(stated, declared.dialect) : undefined
  const baseline = known === undefined ? [] : readBaseline(known)
  const ca = authority === undefined ? undefined : readCertificates('--ca', authority)
  const selection = select(options.only, options.quick)
  const selected = replaceWindowCheck(selection.checks, { ...options, baseUrl })
  const rate = options.rate ?? paceFor(baseUrl, plan)
  const network = await openNetwork({ baseUrl, ca, insecure: options.insecure, env })
  return {
    target: { baseUrl, fetch: network.fetch, keys: { live, test, expired, scoped } },
    checks: selected,
    leftOut: selection.leftOut,
    settings: {
      ...{ mode, plan, rate, samples, concurrency, idempotency, dialect, baseline },
      ...{ timeLimit, listingTimeout, deliveryTimeout },
    },
    network,
  }
}

function paceFor(baseUrl: string, plan: number | undefined): number {
  if (plan !== undefined) return plan * 0.8
  return isLoopback(new URL(baseUrl).hostname) ? Infinity : 8
}

/** Throws a `UsageError` where options that are right by themselves make no sense together. */
function assertConsistent(options: CommandOptions): void {
  const given = flagEntries.flatMap(([name, flag]) => {
    const value: unknown = options[name]
    return value === undefined ? [] : [{ name: flagOf(name), flag, value }]
  })
  const names = new Set(given.map(({ name }) => name))
  const others: Given = { mode: options.mode, has: (name) => names.has(name) }
  for (const { name, flag, value } of given) {
    const contradiction = flag.contradiction?.(others, value)
    if (contradiction !== undefined) throw new UsageError(`${name} ${contradiction}`)
  }
  assertKeysDiffer(given)
  assertFilesDiffer(given)
}

type GivenFlag = { name: string; flag: SuiteFlag<unknown>; value: unknown }

function assertKeysDiffer(given: readonly GivenFlag[]): void {
  const known = new Map<string, string>()
  for (const { name, flag, value } of given) {
    for (const key of flag.keys?.(value) ?? []) {
      const other = known.get(key)
      if (other !== undefined)
        throw new UsageError(`${name} is the key that ${other} is: each takes one of its own.`)
      known.set(key, name)
    }
  }
}

/** Refuses two files at one path: the file that is written last would replace the other one, even where that is to be read. */
function assertFilesDiffer(given: readonly GivenFlag[]): void {
  const known = new Map<string, string>()
  for (const access of ['read', 'written'] as const) {
    for (const { name, flag, value } of given) {
      if (flag.file !== access || typeof value !== 'string') continue
      if (isAbsolute(value) && value.startsWith('/dev/')) continue
      const other = known.get(resolve(value))
      if (other !== undefined && access === 'written')
        throw new UsageError(`${name} and ${other} name one file, ${value}: each takes one of its own.`)
      known.set(resolve(value), name)
    }
  }
}

/**
 * The checks that `--only` names by check or rule, in upper or lower case, or all of them. With `--quick` those of a quick
 * run are made, and the others are left out.
 */
export function select(
  only: readonly string[] | undefined,
  quick = false,
): Pick<PreparedRun, 'checks' | 'leftOut'> {
  const named = only === undefined ? checks : checks.filter(namedBy(only))
  if (!quick) return { checks: named, leftOut: [] }
  const made = named.filter((check) => check.quick)
  if (made.length > 0) return { checks: made, leftOut: named.filter((check) => !check.quick) }
  throw new UsageError('--quick makes none of the checks that --only names: leave one of the two out.')
}

/** Returns a function that says whether a check is named, by its id or by one of its rules. Throws a `UsageError` for a name that nothing has. */
function namedBy(only: readonly string[]): (check: Check) => boolean {
  const wanted = new Set(only.map((name) => name.toLowerCase()))
  const namesOf = ({ id, rules }: Check) => [id, ...rules]
  const isWanted = (check: Check) => namesOf(check).some((name) => wanted.has(name.toLowerCase()))
  const all = checks.flatMap(namesOf)
  const unknown = only.find((name) => !all.some((one) => one.toLowerCase() === name.toLowerCase()))
  if (unknown === undefined) return isWanted
  throw new UsageError(
    `--only ${unknown}: there is no such check or rule.${didYouMean(unknown, all)} --list shows them.`,
  )
}
