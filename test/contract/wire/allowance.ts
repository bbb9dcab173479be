/** Thrown where an answer is larger than the suite reads. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** The memory that some answers may take together, in bytes. */
export class Allowance {
  #used = 0

  constructor(
    private readonly most: number,
    /** The message of the error where it is used up. */
    private readonly message: string,
  ) {}

  /** Throws `TooLarge` where less than so many bytes are left. */
  take(bytes: number): void {
    this.#used += bytes
    if (this.#used > this.most) throw new TooLarge(this.message)
  }

  get used(): number {
    return this.#used
  }
}

/** Bytes as people write them. */
export function inMebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`
}
