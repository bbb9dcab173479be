import type { DeliveryEntry } from './delivery-entry'
import type { NoticeEntry } from './notice'
import type { KeptText, RecordedRequest } from './record'

// Measured on V8 and rounded up: an entry with its place in the ring, and a string or an array besides its letters.
const perEntry = 600
const perText = 32

/** The bytes of a text. An engine holds one letter beyond Latin-1 as two bytes, and then all others of the text as well. */
function ofText(text: string | undefined): number {
  return text === undefined ? 0 : perText + 2 * text.length
}

/** The bytes of a text that is known to be Latin-1, as headers are. */
function ofHeaders(flat: readonly string[]): number {
  let bytes = 0
  for (const text of flat) bytes += perText + text.length
  return bytes
}

/** The bytes of a kept text, at most. */
export function ofKept(kept: KeptText | string | undefined): number {
  return typeof kept === 'object' ? 200 + kept.bytes.length : ofText(kept)
}

/** The bytes that a recorded request holds in memory, at most. */
export function ofRequest({ url, path, headers, body, answer, refusal, key }: RecordedRequest): number {
  return (
    perEntry +
    url.length +
    path.length +
    ofHeaders(headers) +
    ofKept(body) +
    ofKept(answer) +
    ofText(refusal?.message) +
    ofText(key?.name)
  )
}

/** The bytes that an entry of a delivery or a notice holds in memory, at most. */
export function ofEntry(entry: DeliveryEntry | NoticeEntry): number {
  if (entry.kind === 'notice') return perEntry + ofText(entry.message)
  const { headers, body, answer, url } = entry
  const ofAnswer = answer ? ofHeaders(Object.entries(answer.headers).flat()) + ofText(answer.body) : 0
  return perEntry + ofText(body) + ofText(url) + ofHeaders(Object.entries(headers).flat()) + ofAnswer
}
