import type { Source } from '../../generated/dialect'
import type { Random } from './random'
import { formatLike } from './timestamp'

/** The kind of a value, and a value of this kind as it was seen. */
export type Shape = Extract<Source, { kind: unknown }>

/** The sources of chance and time that a new value is made with. */
export interface Chance {
  random: Pick<Random, 'fraction'>
  /** Milliseconds since the epoch. */
  now: number
}

/** A new text of letters and digits. */
export function randomText(length: number, chance: Chance): string {
  return scrambled('a1B'.repeat(length).slice(0, length), chance)
}

/** A new value of the kind and shape of a sample. A text stays a text, and a number a number. */
export function likeSample({ kind, sample }: Shape, chance: Chance): string | number | boolean {
  if (kind === 'timestamp') return formatLike(sample, chance.now)
  if (typeof sample === 'boolean' || kind === 'boolean') return chance.random.fraction() < 0.5
  if (typeof sample === 'number') return likeNumber(sample, chance)
  switch (kind) {
    case 'id':
      return likeId(sample, chance)
    case 'url':
      return likeUrl(sample, chance)
    case 'number':
      return Number.isFinite(Number(sample)) ? String(likeNumber(Number(sample), chance)) : sample
    case 'text':
      // A text such as `W/"5f2b"` or `sig1=("@method");created=1795309335` has a syntax, which stays. Only its values are made anew.
      return /[^\w+/-]/.test(sample) ? likeSignature(sample, chance) : scrambled(sample, chance)
  }
}

/** A number with as many digits before and behind the point. */
function likeNumber(sample: number, { random, now }: Chance): number {
  if (isTime(sample / 1_000)) return now
  if (isTime(sample)) return Math.floor(now / 1_000)
  const [whole = '', decimals = ''] = String(Math.abs(sample)).split('.')
  const least = whole.length === 1 ? 0 : 10 ** (whole.length - 1)
  const drawn = least + random.fraction() * (10 ** whole.length - least)
  const made = decimals === '' ? Math.floor(drawn) : Number(drawn.toFixed(decimals.length))
  return sample < 0 ? -made : made
}

/** Whether a number may be a Unix time in seconds: from 2017 to 2049. */
const isTime = (value: number) => value >= 1.5e9 && value <= 2.5e9

/** An id with the same prefix, such as `req_`. */
function likeId(sample: string, chance: Chance): string {
  // The first group of a UUID may consist of letters, as a prefix does.
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-/i.test(sample)
  const prefix = isUuid ? '' : (/^(?:[A-Za-z]+[_-])+(?=.)/.exec(sample)?.[0] ?? '')
  return prefix + scrambled(sample.slice(prefix.length), chance)
}

/** A URL of which only the parts that look like ids are new; where none does, the last part is. */
function likeUrl(sample: string, chance: Chance): string {
  const [, origin = '', rest = ''] = /^((?:[a-z]+:\/\/)?[^/?#]*)(.*)$/i.exec(sample) ?? []
  const parts = rest.split(/([/?#&=])/)
  const isId = (part: string) => /\d/.test(part) && part.length >= 4
  const last = parts.some(isId) ? -1 : parts.length - 1
  return (
    origin + parts.map((part, index) => (isId(part) || index === last ? likeId(part, chance) : part)).join('')
  )
}

/**
 * A signature in the shape of a sample. Words and names such as `v1` or `sha256` stay, and a Unix time becomes the time of
 * the signature.
 */
export function likeSignature(sample: string, chance: Chance): string {
  return sample.replace(/[A-Za-z0-9+/_]+/g, (run) => {
    if (/^\d{10}$/.test(run)) return String(Math.floor(chance.now / 1_000))
    if (/^\d{13}$/.test(run)) return String(chance.now)
    return run.length < 12 ? run : scrambled(run, chance)
  })
}

/**
 * A header with several signatures in the shape of a sample: the right one in the place of `{signature}`, and others of the
 * same shape where the sample has others.
 */
export function amongOthers(sample: string, signature: string, chance: Chance): string {
  const others = sample.replace(/[A-Za-z0-9+/_]{16,}/g, (run) => scrambled(run, chance))
  return others.replace('{signature}', () => signature)
}

/** A text in which each letter has become a letter, and each digit a digit. Hexadecimal text stays hexadecimal. */
function scrambled(text: string, { random }: Chance): string {
  const drawn = (from: string) => from.charAt(Math.floor(random.fraction() * from.length))
  const digits = '0123456789'
  const isHex = /^([\da-f-]{4,}|[\dA-F-]{4,})$/.test(text) && /\d/.test(text) && /[a-f]/i.test(text)
  const lower = isHex ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz'
  return text.replace(/[A-Za-z0-9]/g, (sign, place: number) => {
    const isUpper = sign >= 'A' && sign <= 'Z'
    // A number does not begin with zero.
    if (!isHex)
      return isUpper
        ? drawn(lower).toUpperCase()
        : sign >= 'a'
          ? drawn(lower)
          : drawn(place === 0 ? digits.slice(1) : digits)
    const made = drawn(digits + lower)
    return /[A-F]/.test(text) ? made.toUpperCase() : made
  })
}
