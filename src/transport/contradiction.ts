/** The fields of an event that are chosen by its creator. */
interface Chosen {
  type?: string
  data?: unknown
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const time = /^\d{4}-\d\d-\d\d[T ]\d.*?(Z|[+-]\d\d:?\d\d)?$/i
const number = /^-?\d+(\.\d+)?$/

/** Whether a number that came differs from the one that was sent by more than rounding or a type of fewer bytes explains. */
function isOtherNumber(sent: number, came: number): boolean {
  const largest = Math.max(Math.abs(sent), Math.abs(came))
  if (largest > Number.MAX_SAFE_INTEGER) return false
  const decimals = /\.(\d+)$/.exec(`${came}`)?.[1] ?? ''
  const lastDigit = Number.isInteger(sent) && Number.isInteger(came) ? 0 : 10 ** -decimals.length
  // The difference of two numbers is inexact in its last bits.
  const atLeast = Math.max(lastDigit * (1 - 1e-9), lastDigit && largest * 1e-6)
  return sent !== came && Math.abs(sent - came) >= atLeast
}

/** The letters and digits of a text, without case and accents. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\0-/:-`{-\x7f\ufffd]|[\u0300-\u036f]/g, '')

/** Whether `part` is `whole` with characters left out, as where a text was cut off, masked or unescaped. */
function isPartOf(part: string, whole: string): boolean {
  let at = 0
  for (let n = 0; n < whole.length && at < part.length; n++) if (whole[n] === part[at]) at++
  return at === part.length
}

function isOtherText(sent: string, came: string): boolean {
  const [sentTime, cameTime] = [time.exec(sent), time.exec(came)]
  if (sentTime && cameTime) {
    const gap = Math.abs(Date.parse(sent) - Date.parse(came))
    // A service may drop the seconds, and take a time without a zone for one of its own.
    return gap >= (sentTime[1] && cameTime[1] ? minuteMs : 2 * dayMs)
  }
  if (number.test(sent) && number.test(came) && /\./.test(sent + came))
    return isOtherNumber(Number(sent), Number(came))
  const [one, other] = [lettersOf(sent), lettersOf(came)]
  return !isPartOf(one, other) && !isPartOf(other, one)
}

const isOther = (sent: unknown, came: unknown): boolean =>
  typeof sent === 'string'
    ? isOtherText(sent, came as string)
    : typeof sent === 'number'
      ? isOtherNumber(sent, came as number)
      : sent !== came

/**
 * The path of a value that certainly differs from the one that was sent. A service may change a payload on its way: add, drop and rename
 * fields, fill or drop empty ones, change the kind of a value, or write it in another way. So only values are compared that stand at the
 * same path in both payloads and are of the same kind.
 */
function otherPath(sentData: unknown, cameData: unknown): string | undefined {
  // A loop over a list, and no recursion: JSON may have more levels than the stack.
  const pairs: [path: string, sent: unknown, came: unknown][] = [['data', sentData, cameData]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [path, sent, came] = pair
    if (sent === came || sent === null || came === null || typeof sent !== typeof came) continue
    if (typeof sent !== 'object') {
      if (isOther(sent, came)) return path
      continue
    }
    const [from, to] = [sent, came] as Record<string, unknown>[]
    // Lists of different lengths are not compared: where an item was dropped, those after it have moved.
    const isAlike = Array.isArray(sent) === Array.isArray(came) && (sent as []).length === (came as []).length
    if (Array.isArray(sent) ? isAlike : !Array.isArray(came))
      for (const name of Object.keys(sent)) pairs.push([`${path}.${name}`, from?.[name], to?.[name]])
  }
  return undefined
}

const folded = (type = '') => type.trim().normalize().toLowerCase()

/** Says what shows that an event was created by another request. A service returns the type as it was sent, but for case and blanks. */
export function contradictionOf(event: Chosen, sentBody: unknown): string | undefined {
  const sent = sentBody as Chosen | undefined
  if (typeof sent?.type !== 'string') return undefined
  if (folded(sent.type) !== folded(event.type))
    return `is of type "${event.type}", and "${sent.type}" was sent`
  const path = otherPath(sent.data, event.data)
  return path && `has another ${path} than was sent`
}
