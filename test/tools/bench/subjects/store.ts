import type { Benchmark } from '../benchmark'
import { runScript, script } from '../children'

interface Measured {
  bytesPerEvent: number
  few: number[]
  many: number[]
}

const measure = () => runScript<Measured>(['--expose-gc', ...script('store')])

/** A page at a random cursor, without a network. */
export const randomPages: Benchmark = {
  name: 'pages',
  title: 'A page of 20 at a random cursor, in process',
  unit: 'µs',
  targets: [{ of: '1,000,000 events', beside: '1,000 events', atMost: 2 }],
  async run() {
    const { few, many } = await measure()
    return { '1,000 events': few, '1,000,000 events': many }
  },
}

/** Heap that a stored event takes, without its idempotency record, which is dropped after 24 hours. */
export const heapPerEvent: Benchmark = {
  name: 'heap',
  title: 'Heap per stored event of 110 characters',
  unit: 'bytes',
  targets: [{ of: 'mock', atMost: 1_000 }],
  async run() {
    const { bytesPerEvent } = await measure()
    return { mock: [bytesPerEvent] }
  },
}
