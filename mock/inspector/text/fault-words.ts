import type { ActiveFault } from '../../faults/fault'

/** A fault in a few words: `status 503`. */
export function faultTitle({ kind, status, latency }: ActiveFault): string {
  return [kind, status, latency === undefined ? undefined : `${latency} ms`].filter(Boolean).join(' ')
}

/**
 * The cause of an unusual answer in words: `fault_1; kind=status; seed=7; draw=2` is `fault status (fault_1, draw 2)`. What has
 * another form stays as it is.
 */
export function faultInWords(cause: string): string {
  return cause
    .split(', ')
    .map((each) => {
      const [, id, kind, draw] = /^(fault_\d+); kind=([a-z-]+); seed=\d+; draw=(\d+)$/.exec(each) ?? []
      if (id !== undefined) return `fault ${kind} (${id}, draw ${draw})`
      return each.replace(/^Prefer; /, 'preferred ').replaceAll('; ', ', ')
    })
    .join(' · ')
}
