import { isAbsolute, resolve } from 'node:path'
import { Refusal } from './refusal'
import type { CommandOptions } from './options'

/** Throws a `Refusal` where options that are right by themselves make no sense together. */
export function assertConsistent(options: CommandOptions): void {
  assertKeys(options)
  assertReceiver(options)
  assertOneTask(options)
  assertFiles(options)
}

/** A live key given as the test key would create live data where none was allowed. */
function assertKeys({ liveKey, testKey, expiredKey, scopedKey = [] }: CommandOptions): void {
  const swapped = 'Were the two swapped?'
  if (testKey?.startsWith('sk_live_'))
    throw new Refusal(`--test-key is a live key, as sk_live_ says. ${swapped}`)
  if (liveKey?.startsWith('sk_test_'))
    throw new Refusal(`--live-key is a test key, as sk_test_ says. ${swapped}`)
  const given: readonly (readonly [flag: string, key: string | undefined])[] = [
    ['--live-key', liveKey],
    ['--test-key', testKey],
    ['--expired-key', expiredKey],
    ...scopedKey.map(({ value }) => ['--scoped-key', value] as const),
  ]
  const known = new Map<string, string>()
  for (const [flag, key] of given) {
    if (key === undefined) continue
    const other = known.get(key)
    if (other !== undefined)
      throw new Refusal(`${flag} is the key that ${other} is: each takes one of its own.`)
    known.set(key, flag)
  }
}

function assertReceiver({ mode, receiverListen, receiverUrl, receiverCaOut }: CommandOptions): void {
  const given = [
    ...(receiverListen ? ['--receiver-listen'] : []),
    ...(receiverUrl ? ['--receiver-url'] : []),
    ...(receiverCaOut ? ['--receiver-ca-out'] : []),
  ]
  if (given[0] !== undefined && mode !== 'full')
    throw new Refusal(`${given[0]} is for deliveries, which mode ${mode} does not judge: --mode full does.`)
  if (receiverUrl === undefined && /^(0\.0\.0\.0|::)$/.test(receiverListen?.host ?? ''))
    throw new Refusal(
      '--receiver-listen is an address to which nothing can be sent: name one with --receiver-url.',
    )
}

function assertOneTask({ plant, verify, cleanup, dryRun, mode }: CommandOptions): void {
  const tasks = [
    ...(plant === undefined ? [] : ['--plant']),
    ...(verify === undefined ? [] : ['--verify']),
    ...(cleanup === undefined ? [] : ['--cleanup']),
  ]
  if (tasks.length > 1) throw new Refusal(`${tasks.join(' and ')} belong to different runs.`)
  if (cleanup !== undefined && dryRun) throw new Refusal('--dry-run has nothing to tell of --cleanup.')
  if ((plant ?? verify) !== undefined && mode === 'read-only')
    throw new Refusal(`${tasks.join()} creates an event, which mode read-only does not: leave --mode out.`)
}

const written = ['json', 'html', 'junit', 'dialectOut', 'ledger', 'plant', 'receiverCaOut'] as const
const read = ['dialect', 'baseline', 'ca', 'verify', 'cleanup'] as const

/** Of two files with one name the last one written would be left, a pinned dialect among the lost. */
function assertFiles(options: CommandOptions): void {
  const known = new Map<string, string>()
  for (const name of [...read, ...written]) {
    const path = options[name]
    if (path === undefined || (isAbsolute(path) && path.startsWith('/dev/'))) continue
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const other = known.get(resolve(path))
    if (other !== undefined && !(read as readonly string[]).includes(name))
      throw new Refusal(`${flag} and ${other} name one file, ${path}: each takes one of its own.`)
    known.set(resolve(path), flag)
  }
}
