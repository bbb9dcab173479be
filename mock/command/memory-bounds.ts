import { getHeapStatistics } from 'node:v8'
import { UsageError } from '../../src/core/commands/usage-error'
import { defaultLimits, limitsWithin } from '../faces/node/limits'
import { defaultMaxMemory } from '../settings/memory'
import { sizeWords } from './start'

const mebibyte = 2 ** 20

// The engine needs the rest of its heap for requests under way and for garbage. Measured with events of 400 bytes and of
// 200 kB at full speed: a mock whose data took three quarters went on.
const largestShare = 3 / 4

// Bytes besides the data, measured on Node 20 with events of 200 kB at full speed and sixteen readers of whole pages.
const ofProgram = 100 * mebibyte
const ofYoungObjects = 128 * mebibyte
const ofFreedBuffers = 96 * mebibyte
// The engine collects garbage when its heap has grown to a multiple of what is alive, so data takes up to three times its size.
const dataOnHeap = 3

/** The most that Node's heap may take, in bytes. */
const heapLimit = () => getHeapStatistics().heap_size_limit

/** The usual bound of data, or half of the memory that this Node lets a program have where that is less. */
export function defaultMemory(heap = heapLimit()): number {
  return Math.min(defaultMaxMemory, Math.floor(heap / 2 / mebibyte) * mebibyte)
}

/** Throws a `UsageError` where Node's heap cannot hold `maxMemory` bytes of data: the process would end in the middle of its work. */
export function refuseBeyondHeap(maxMemory: number, heap = heapLimit()): void {
  if (maxMemory <= heap * largestShare) return
  const most = Math.floor((heap * largestShare) / mebibyte)
  const wanted = Math.ceil(maxMemory / largestShare / mebibyte)
  throw new UsageError(
    `--max-memory ${sizeWords(maxMemory)} is more than the heap of this Node holds: at most ${most}MiB fits. Give less, or a larger heap: NODE_OPTIONS=--max-old-space-size=${wanted}.`,
  )
}

/**
 * The resident memory of a mock with `maxMemory` bytes of data, in bytes, under the worst load that the limits of its server let in.
 * Usually it is far less. A snapshot that is being restored comes on top, with about three times its size.
 */
export function residentMemory(maxMemory: number, heap = heapLimit()): number {
  const { unread, arriving } = limitsWithin(defaultLimits, maxMemory)
  const onHeap = Math.min(heap, dataOnHeap * maxMemory + ofYoungObjects)
  return ofProgram + onHeap + unread + arriving + ofFreedBuffers
}
