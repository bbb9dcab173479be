import { randomBytes } from 'node:crypto'
import type { StoreChange } from '../sharing'
import type { Database, Statement } from './database'
import { createListener } from './listener'

/** A change that a process tells the others by a notification. `key` says that a key was removed, or is to end at another time. */
export type Notice =
  | Exclude<StoreChange, { kind: 'replaced' | 'setting' | 'resync' }>
  | { kind: 'replaced'; epoch: string }
  | { kind: 'setting'; name: string; version: number }
  | { kind: 'key' }

const notify: Statement = { name: 'notify', text: `select pg_notify('{channel}', $1)` }
const look: Statement = {
  name: 'look',
  text: `
select m.epoch, extract(epoch from clock_timestamp())::float8 * 1000 as time,
  (select coalesce(json_object_agg(s.name, s.version), '{}') from {schema}.setting s) as settings
from {schema}.meta m`,
}

// Other processes are notified of due deliveries at most once in so many milliseconds: a notification in each transaction would halve
// the rate of creations.
const dueInterval = 5
// Each process looks at the store once in so many milliseconds, because a notification is lost with the connection it was to come over.
const lookInterval = 1_000
// The server read its clock at some moment between question and answer, so that an offset of no more milliseconds than this counts as
// none.
const exactness = 20
// The log tells of an offset that has changed by more than so many milliseconds.
const notedOffset = 500

interface LookRow {
  epoch: string
  settings: Record<string, number>
  /** The database's clock, in milliseconds since the epoch. */
  time: number
}

/** Tells the processes of a store of the changes that the others make. */
export interface Changes {
  /** The epoch of the data, as this process knows it. */
  epoch(): string
  /** How many milliseconds the clock of the database is ahead of this machine's. */
  clockOffset(): number
  /** Resolves when the versions of the settings were read: listeners are told of each later change of one. */
  begin(epoch: string): Promise<void>
  /** Tells the other processes, after the commit. What is lost on the way is found by their next look. */
  tell(notice: Notice): void
  watch(listener: (change: StoreChange) => void): () => void
  end(): Promise<void>
}

/** Options of {@link createChanges}. */
export interface ChangesOptions {
  database: Database
  listenUrl: string | undefined
  /** Called where a key may have been removed, or anything may have changed. */
  onKeys(): void
  log(line: string): void
}

/**
 * Makes the {@link Changes} of a process. They come by notifications, and by a look at the store once a second, which finds what no notification
 * told.
 */
export function createChanges({ database, listenUrl, onKeys, log }: ChangesOptions): Changes {
  const self = randomBytes(6).toString('base64url')
  const listeners = new Set<(change: StoreChange) => void>()
  let epoch = ''
  let versions = new Map<string, number>()
  let running = false
  let lookTimer: NodeJS.Timeout | undefined
  let dueTimer: NodeJS.Timeout | undefined
  let lastDue = -Infinity
  let lost = false
  let looked = false
  const offset = createOffset(log)

  function emit(change: StoreChange): void {
    for (const listener of [...listeners]) listener(change)
  }

  function resync(): void {
    onKeys()
    emit({ kind: 'resync' })
  }

  const listener = createListener({
    url: listenUrl,
    channel: database.channel,
    onNotice(text) {
      const { from, ...notice } = JSON.parse(text) as Notice & { from: string }
      if (from !== self) receive(notice)
    },
    onReady(wasLost) {
      if (wasLost) return resync()
      onKeys()
      void lookAtStore()
    },
    onSilence: () => database.cut(),
    log,
  })

  function receive(notice: Notice): void {
    if (notice.kind === 'key') onKeys()
    else if (notice.kind === 'replaced') replaced(notice.epoch)
    else if (notice.kind === 'setting') changed(notice.name, notice.version)
    else emit(notice)
  }

  function replaced(newEpoch: string): void {
    if (newEpoch === epoch) return
    epoch = newEpoch
    onKeys()
    emit({ kind: 'replaced' })
  }

  function changed(name: string, version: number): void {
    if ((versions.get(name) ?? 0) >= version) return
    versions.set(name, version)
    emit({ kind: 'setting', name })
  }

  async function lookAtStore(): Promise<void> {
    try {
      const [asked, before] = [Date.now(), performance.now()]
      const [row] = await database.rows<LookRow>(look)
      if (!running) return
      if (row) offset.measure(row.time - asked, performance.now() - before)
      if (lost) {
        lost = false
        log('PostgreSQL can be reached again.')
        resync()
      }
      if (row) replaced(row.epoch)
      for (const [name, version] of Object.entries(row?.settings ?? {})) {
        // The settings that were there at the start are no changes.
        if (looked) changed(name, version)
        else versions.set(name, Math.max(version, versions.get(name) ?? 0))
      }
      looked = true
      emit({ kind: 'due' })
    } catch (error) {
      if (!lost && running) log(error instanceof Error ? error.message : String(error))
      lost = true
    }
  }

  function lookLater(): void {
    if (!running) return
    lookTimer = setTimeout(() => void lookAtStore().finally(lookLater), lookInterval).unref()
  }

  function send(notice: Notice): void {
    const payload = JSON.stringify({ from: self, ...notice })
    database.rows(notify, [payload]).catch(() => {})
  }

  function sendDue(): void {
    dueTimer = undefined
    lastDue = performance.now()
    send({ kind: 'due' })
  }

  function tellDue(): void {
    if (dueTimer) return
    const wait = lastDue + dueInterval - performance.now()
    if (wait <= 0) return sendDue()
    dueTimer = setTimeout(sendDue, wait).unref()
  }

  return {
    epoch: () => epoch,
    clockOffset: offset.value,
    async begin(first) {
      epoch = first
      if (running) return
      running = true
      listener.begin()
      await lookAtStore()
      lookLater()
    },
    tell(notice) {
      if (notice.kind === 'replaced') epoch = notice.epoch
      if (notice.kind === 'setting') versions.set(notice.name, notice.version)
      if (notice.kind === 'due') tellDue()
      else send(notice)
    },
    watch(one) {
      listeners.add(one)
      return () => void listeners.delete(one)
    },
    async end() {
      running = false
      clearTimeout(lookTimer)
      clearTimeout(dueTimer)
      dueTimer = undefined
      looked = false
      versions = new Map()
      await listener.end()
    },
  }
}

/** Keeps how far the clock of the database is ahead of this machine's. */
function createOffset(log: (line: string) => void) {
  let value = 0
  let told = 0
  return {
    value: () => value,
    /** Takes in what the database's clock showed, in milliseconds after the question, and how long the answer took. */
    measure(shown: number, took: number): void {
      const measured = shown - took / 2
      if (Math.abs(measured - value) <= took / 2 + exactness) return
      value = measured
      if (Math.abs(value - told) < notedOffset) return
      told = value
      if (Math.abs(value) < notedOffset)
        return log('The clock of this machine is in step with that of PostgreSQL again.')
      const words = `${(Math.abs(value) / 1_000).toFixed(1)} s ${value > 0 ? 'behind' : 'ahead of'}`
      log(
        `The clock of this machine is ${words} that of PostgreSQL, by which the service goes. Keep the clocks of its machines in step.`,
      )
    },
  }
}
