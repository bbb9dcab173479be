import { isRefusal } from '../answers'
import { isTelling, type Headers } from './headers'
import { sourceOf, type Sample, type Source } from './source'
import type { Dialect } from '../../../../generated/dialect'
import type { Part } from './extras'
import type { Seen } from '../exchanges/ask'
import type { Situation } from '../../../../generated/situations'

/**
 * The headers of the refusals of each situation that differ from those of all other refusals: a gateway in front of a service
 * names its own errors, and has none of the headers of the service.
 */
export function refusalHeaders(
  seen: readonly Seen[],
  { every, error }: Partial<Record<Part | 'every', Headers>>,
  { operations }: Readonly<Dialect>,
): Partial<Record<Situation, Headers>> {
  const bySituation = new Map<Situation, Seen[]>()
  for (const one of seen) {
    const { operation } = one.exchange
    // A deployment that retrieves no event at all refuses each of them for another reason.
    const isOffered = operation !== 'retrieveEvent' || operations?.retrieveEvent !== null
    const situation = isOffered ? one.exchange.situation : 'notOffered'
    if (situation === undefined || !isRefusal(one.answer)) continue
    bySituation.set(situation, [...(bySituation.get(situation) ?? []), one])
  }
  const usual = { ...every, ...error }
  const found = [...bySituation].map(([situation, all]) => [situation, ownHeaders(all, usual)] as const)
  return Object.fromEntries(found.filter(([, own]) => Object.keys(own).length > 0))
}

/** The headers of some answers that differ from the usual ones. A constant null stands for one that they have not. */
export function ownHeaders(
  all: readonly Seen[],
  usual: Readonly<Headers>,
  besideOf: (one: Seen) => Sample['beside'] = () => ({}),
): Headers {
  const names = new Set([...Object.keys(usual), ...all.flatMap(({ answer }) => [...answer.headers.keys()])])
  const own: Headers = {}
  for (const name of names) {
    // The type of a body stands beside the body.
    if (!isTelling(name) || name === 'content-type') continue
    const source = ownSource(
      all.map((one) => ({ value: one.answer.headers.get(name), beside: besideOf(one) })),
      usual[name],
    )
    if (source) own[name] = source
  }
  return own
}

/** A header of one answer, null where it has none. */
type HeaderSample = Sample & { value: string | null }

/** The source of a header whose values in one situation are others than usual; `undefined` where they are not. */
function ownSource(samples: readonly HeaderSample[], usual: Source | undefined): Source | undefined {
  const values = samples.map(({ value }) => value)
  if (values.every((value) => value === null)) return usual && { constant: null }
  const isConstant = values.every((value) => value === values[0])
  if (usual) {
    if (!('constant' in usual) || !isConstant || usual.constant === values[0]) return undefined
    return { constant: values[0] }
  }
  if (values.some((value) => value === null)) return undefined
  return sourceOf(samples)
}
