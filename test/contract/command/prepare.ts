import { assertConsistent } from './contradictions'
import { assertReportsWritable } from './report-files'
import { asDialect } from './dialect-file'
import { assertWritable, readCertificates, readJson } from './files'
import { isLoopback } from '../wire/loopback'
import { readBaseline } from './baseline'
import { openNetwork, type Network } from './network'
import { UsageError } from './usage-error'
import { select } from './selection'
import { replaceWindowCheck } from './window'
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
