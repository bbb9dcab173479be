import type { Memory, MemoryHolder } from '../settings/memory'

/** The memory of a backend, as one of its parts uses it. */
export interface MeasuredMemory extends Memory {
  /** The bytes that are held by way of this object. */
  readonly held: number
}

/** Lets a part use a memory, and counts what is held for it. */
export function measured(memory: Memory): MeasuredMemory {
  const holders = new Set<MemoryHolder>()
  return {
    get limit() {
      return memory.limit
    },
    get bytes() {
      return memory.bytes
    },
    get held() {
      let sum = 0
      for (const { bytes } of holders) sum += bytes
      return sum
    },
    hold(holder, rank) {
      holders.add(holder)
      const end = memory.hold(holder, rank)
      return () => {
        holders.delete(holder)
        end()
      }
    },
    admit: memory.admit,
    balance: memory.balance,
  }
}
