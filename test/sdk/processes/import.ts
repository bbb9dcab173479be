// Imports rows in bulk, and may be killed at any moment. Started again, it goes on where its state file says.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { BulkError, EventDelivery } from '@event-delivery/sdk'
import type { Clock } from '@event-delivery/sdk'

/** The argument of the program, as JSON. */
export interface ImportJob {
  baseUrl: string
  /** The path of the state file. */
  file: string
  /** The name of the import. Idempotency keys are derived from it and from the row. */
  name: string
  /** How many rows there are. */
  rows: number
  concurrency: number
  maxRetries: number
}

/** The state that survives the process. */
export interface ImportState {
  /** The first row that is not settled. */
  position: number
  /** The rows before it that became no event. */
  failed: number[]
}

// Waits are real, but fifty times as short: the program is about the order of things and not about how long they take.
const haste = 50
const begun = Date.now()
const hurriedClock: Clock = {
  now: () => begun + (Date.now() - begun) * haste,
  schedule(callback, ms) {
    if (ms === Infinity) return () => {}
    const timer = setTimeout(callback, ms / haste)
    return () => clearTimeout(timer)
  },
}

const { baseUrl, file, name, rows, concurrency, maxRetries } = JSON.parse(process.argv[2] ?? '') as ImportJob
const client = new EventDelivery({ apiKey: 'sk_live_mock', baseUrl, clock: hurriedClock, timeout: 60_000 })

const load = (): ImportState =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ImportState) : { position: 0, failed: [] }

/** Writes beside the file and renames: a kill leaves the state from before or the one from after, and no half of one. */
const save = (state: ImportState) => {
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}

/** Sends some rows. Returns those that failed. `onPosition` is told how many from the first on are settled. */
async function send(
  numbers: number[],
  onPosition: (position: number, failed: number[]) => void = () => {},
): Promise<number[]> {
  const failed: number[] = []
  let position = 0
  const inputs = numbers.map((row) => ({ type: name, data: { row } }))
  const bulk = client.events.createAll(inputs, {
    concurrency,
    maxRetries,
    idempotencyKey: ({ data }) => `${name}-row-${data.row}`,
    onProgress: (progress) => onPosition((position = progress.position), failed),
  })
  try {
    for await (const { input, error } of bulk) {
      if (error) failed.push(input.data.row)
      process.stdout.write(`${input.data.row}\n`)
    }
    return failed
  } catch (error) {
    if (!(error instanceof BulkError)) throw error
    // A row after the position may have failed, and is sent again with the rest.
    return [...new Set([...failed, ...numbers.slice(position)])]
  }
}

process.stdout.write('started\n')
for (let state = load(); state.position < rows || state.failed.length > 0; state = load()) {
  const failed = await send(state.failed)
  const from = state.position
  save({ position: from, failed })
  const numbers = Array.from({ length: rows - from }, (_, n) => from + n)
  const left = await send(numbers, (position, failedNow) =>
    save({
      position: from + position,
      failed: [...failed, ...failedNow.filter((row) => row < from + position)],
    }),
  )
  save({ position: rows, failed: [...new Set([...failed, ...left])] })
}
process.stdout.write('complete\n')
