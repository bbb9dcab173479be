import type { RequestEntry } from '../../journal/entry'

/** Whether the cause of an answer made the request wait for the clock of the mock. */
export function waitsForClock(fault: string | undefined): boolean {
  return /kind=latency|(?:^|; )delay=/.test(fault ?? '')
}

/**
 * The milliseconds of the mock's clock for which a request waited, 0 where it did not. The journal holds the time to the answer, of
 * which all but a few milliseconds were the wait.
 */
export function clockWait({ fault, duration }: Pick<RequestEntry, 'fault' | 'duration'>): number {
  if (!waitsForClock(fault)) return 0
  const preferred = /(?:^|; )delay=(\d+)/.exec(fault ?? '')?.[1]
  if (preferred !== undefined) return Number(preferred)
  const step = duration < 1_000 ? 1 : 10 ** (Math.floor(Math.log10(duration)) - 2)
  return Math.max(1, Math.round(duration / step) * step)
}
