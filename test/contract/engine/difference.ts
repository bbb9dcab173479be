import { equal } from '../wire/json'
import { beginning, searched } from '../wire/exchange'

/** What a rule wants and what came, as a report shows them. */
export interface ShownSides {
  expected?: string
  received?: string
  /** The first point in which two JSON values differ, as `data.spaces: "  a  " became "a"`. */
  difference?: string
}

/** The most characters of a side, of a value in the line of the difference, and of what both sides share before it. */
const [mostOfSide, mostOfValue, mostShared] = [500, 80, 20]

/**
 * Writes both sides of a finding. Where they are too long to be shown whole, both begin shortly before the point in which they
 * differ. Secrets are redacted before a text is cut: a part of a secret would not be recognised.
 */
export function showSides(
  expected: unknown,
  received: unknown,
  redact: (text: string) => string,
): ShownSides {
  if (expected === undefined && received === undefined) return {}
  const point = firstDifference(expected, received)
  const [wanted, came] = [textOf(expected), textOf(received)]
  const difference = point && describe(point, redact)
  const isLong = [wanted, came].some((text) => text !== undefined && text.length > mostOfSide)
  const [left, right] = isLong && point ? [textOf(point.wanted), textOf(point.came)] : [wanted, came]
  const [one, other] = cutTogether(left, right, mostOfSide, redact)
  return {
    ...(one !== undefined && { expected: one }),
    ...(other !== undefined && { received: other }),
    ...(difference !== undefined && { difference }),
  }
}

/** The first point in which two values differ. A side that has nothing there is `undefined`. */
interface Point {
  place: string
  wanted: unknown
  came: unknown
}

/** The first point in which two objects or two lists differ; `undefined` for any other values, which are shown themselves. */
function firstDifference(wanted: unknown, came: unknown, place = ''): Point | undefined {
  const [left, right] = [nested(wanted), nested(came)]
  if (!left || !right || Array.isArray(left) !== Array.isArray(right)) return undefined
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [one, other] = [left[name], right[name]]
    if (equal(one, other)) continue
    const inner = Array.isArray(left) ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`
    return firstDifference(one, other, inner) ?? { place: inner, wanted: one, came: other }
  }
  return undefined
}

function nested(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

function describe({ place, wanted, came }: Point, redact: (text: string) => string): string {
  const [one, other] = cutTogether(quoted(wanted), quoted(came), mostOfValue, redact)
  const name = redact(place)
  if (other === undefined) return `${name}: ${one} is missing`
  return one === undefined ? `${name}: ${other} was added` : `${name}: ${one} became ${other}`
}

function quoted(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : quoted(value)
}

/** Cuts two texts so that both show the first point in which they differ. */
function cutTogether(
  one: string | undefined,
  other: string | undefined,
  most: number,
  redact: (text: string) => string,
): [string | undefined, string | undefined] {
  // What stands before the point is searched for secrets as well, because one may reach across it.
  const from = Math.max(0, sharedStart(one, other) - searched / 2)
  const [left, right] = [one, other].map((text) => text && redact(beginning(text.slice(from), searched)))
  const at = sharedStart(left, right)
  const isLong = [left, right].some((text) => text !== undefined && text.length > most)
  const start = isLong && at > most / 2 ? at - mostShared : 0
  const cut = (text: string | undefined) => {
    if (text === undefined) return undefined
    const shown = beginning(text.slice(start), most)
    return (from + start > 0 ? '…' : '') + shown + (text.length > start + most ? '…' : '')
  }
  return [cut(left), cut(right)]
}

/** How many characters two texts share at their beginnings; none where there is one text. */
function sharedStart(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return 0
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one[at] === other[at]) at += 1
  return at
}
