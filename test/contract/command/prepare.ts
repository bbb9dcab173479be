import { assertReportsWritable } from './report-files'
import { asDialect } from './dialect-file'
import { assertWritable, readCertificates, readJson } from './files'
import { isLoopback } from '../wire/loopback'
import { readBaseline } from './baseline'
import { openNetwork, type Network } from './network'
import { UsageError } from './usage-error'
import { select } from './selection'
import { replaceWindowCheck } from './window'
import { isAbsolute, resolve } from 'node:path'
import { flagEntries, flagOf, type Flag, type Given } from './flags'
import type { Check } from '../engine/check'
import type { CommandOptions } from './options'
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
  const {
    baseUrl,
    mode,
    plan,
    samples,
    idempotency,
    liveKey: live,
    testKey: test,
    expiredKey: expired,
  } = options
  if (baseUrl === undefined)
    throw new UsageError('--base-url is missing: where does the deployment answer? --help shows all flags.')
  assertConsistent(options)
  await assertReportsWritable(options)
  if (options.receiverCaOut !== undefined) await assertWritable('--receiver-ca-out', options.receiverCaOut)
  const [pinned, known, authority] = [options.dialect, options.baseline, options.ca]
  const dialect =
    pinned === undefined ? undefined : asDialect('--dialect', pinned, await readJson('--dialect', pinned))
  const baseline = known === undefined ? [] : await readBaseline(known)
  const ca = authority === undefined ? undefined : await readCertificates('--ca', authority)
  const { checks: selected, leftOut } = select(options.only, options.quick)
  const checks = await replaceWindowCheck(selected, { ...options, baseUrl })
  const { timeLimit, listingTimeout, deliveryTimeout } = options
  const times = { timeLimit, listingTimeout, deliveryTimeout }
  const rate = options.rate ?? paceFor(baseUrl, plan)
  const network = await openNetwork({ baseUrl, ca, insecure: options.insecure, env })
  return {
    target: { baseUrl, fetch: network.fetch, keys: { live, test, expired, scoped: options.scopedKey } },
    checks,
    leftOut,
    settings: { mode, plan, samples, idempotency, dialect, baseline, rate, ...times },
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

type GivenFlag = { name: string; flag: Flag<unknown>; value: unknown }

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
