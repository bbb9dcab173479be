/**
 * The most deliveries and bytes that are kept of one address. A webhook for all types of a busy service gets many, an event of
 * 1 MiB is large, and as text and values it takes three times as much.
 */
const mostOfAddress = { deliveries: 1_000, bytes: 16 * 1024 * 1024 }
/** The most bytes of all deliveries together. */
const mostBytes = 48 * 1024 * 1024

/** Thrown where something was awaited among deliveries of which not all could be kept. */
export class DeliveriesDropped extends Error {
  override readonly name = 'DeliveriesDropped'

  constructor(count: number) {
    super(
      `${count} deliveries were not kept, because more came than the receiver keeps: ${mostOfAddress.deliveries} and 16 MiB for a webhook, 48 MiB in all.`,
    )
  }
}

/** The room for deliveries, of each address and in all: a service may send more than the memory holds. */
export class Capacity {
  readonly #used = new Map<string, { deliveries: number; bytes: number }>()
  #bytes = 0

  /** Whether there is room for a delivery of this size at an address. */
  holds(address: string, bytes = 0): boolean {
    const used = this.#of(address)
    return (
      used.deliveries < mostOfAddress.deliveries &&
      used.bytes + bytes <= mostOfAddress.bytes &&
      this.#bytes + bytes <= mostBytes
    )
  }

  take(address: string, bytes: number): void {
    const used = this.#of(address)
    this.#used.set(address, { deliveries: used.deliveries + 1, bytes: used.bytes + bytes })
    this.#bytes += bytes
  }

  release(address: string): void {
    this.#bytes -= this.#of(address).bytes
    this.#used.delete(address)
  }

  #of(address: string) {
    return this.#used.get(address) ?? { deliveries: 0, bytes: 0 }
  }
}
