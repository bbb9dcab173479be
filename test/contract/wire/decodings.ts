/** A text that stands in another one in a disguise, and the way back to the place of each of its parts. */
export interface Disguised {
  text: string
  /** The part of the other text that holds `text` from `start` up to `end`. */
  source: (start: number, end: number) => [start: number, end: number]
}

/** The characters that have names in HTML and occur in keys. */
const named: Readonly<Record<string, string>> = {
  ...{ quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", lowbar: '_', hyphen: '-', dash: '-', period: '.' },
  ...{ plus: '+', sol: '/', equals: '=', colon: ':', num: '#', dollar: '$', bsol: '\\', nbsp: ' ' },
}

/** The control characters that have a letter in JSON. */
const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const escape =
  /%([0-9a-f]{2})|&#x([0-9a-f]{1,6});?|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|&#(\d{1,7});?|&([a-z]{2,6});|\\(.)/gi
/** The least characters of an encoded text in which the shortest part of a secret has room. */
const shortest = 14
const hexRun = /[0-9a-f]{2}(?:[^0-9a-z]{0,3}(?:0x)?[0-9a-f]{2}){7,}/gi
const decimalRun = /\d{1,3}(?:[^0-9a-z]{1,3}\d{1,3}){7,}/gi
const base64Run = /[A-Za-z0-9+/_-]{14,}/g
const base32Run = /(?:[A-Z2-7]{16,}|[a-z2-7]{16,})/g
/** The least printable characters in a row that are a text. */
const shortestText = 8
const base32Digits = 'abcdefghijklmnopqrstuvwxyz234567'

/** A text without its escapes, as of URLs, HTML and JSON; `undefined` where it has none. */
export function withoutEscapes(text: string): Disguised | undefined {
  const parts: string[] = []
  // Each place from which on the two texts are shifted against each other, with the shift.
  const places: { own: number; other: number }[] = [{ own: 0, other: 0 }]
  let [own, other] = [0, 0]
  for (const match of text.matchAll(escape)) {
    const [whole] = match
    const plain = text.slice(other, match.index)
    const meant = meaningOf(match)
    parts.push(plain, meant)
    own += plain.length
    places.push({ own, other: match.index })
    own += meant.length
    other = match.index + whole.length
    places.push({ own, other })
  }
  if (parts.length === 0) return undefined
  parts.push(text.slice(other))
  const placeOf = (at: number) => {
    const { own, other } = places[lastUpTo(at, places)]!
    return other + at - own
  }
  // The end of a part is that of its last character, which an escape may be.
  const endOf = (end: number) => {
    const index = lastUpTo(end - 1, places)
    const next = places[index + 1]
    return next?.own === end ? next.other : placeOf(end - 1) + 1
  }
  return { text: parts.join(''), source: (start, end) => [placeOf(start), endOf(end)] }
}

function meaningOf([whole, ...groups]: RegExpMatchArray): string {
  const [percent, hex, unicode, braced, byte, decimal, name, sign] = groups
  const digits = percent ?? hex ?? unicode ?? braced ?? byte
  if (digits !== undefined || decimal !== undefined) {
    const code = digits === undefined ? Number(decimal) : parseInt(digits, 16)
    // A character of two units would shift everything behind it, and no key holds one.
    return code < 0x10000 ? String.fromCharCode(code) : ' '
  }
  if (name !== undefined) return named[name.toLowerCase()] ?? whole.charAt(0)
  return signs[sign ?? ''] ?? sign ?? ''
}

/** The index of the last place that is not behind `at`. */
function lastUpTo(at: number, places: readonly { own: number }[]): number {
  let [low, high] = [0, places.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (places[middle]!.own <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** The most runs that are remembered because they encode no text, and the longest of them. */
const [mostPlain, longestPlain] = [5_000, 64]

/** Decodes what stands encoded in texts. */
export class Decoder {
  /** Runs that encode no text. Most of them are ids and marks, which come again and again. */
  readonly #plain = new Set<string>()

  /** The texts that stand in a text in hex, as numbers of bytes, in base64 or in base32. Bytes that are no text are left out. */
  decode(text: string): Iterable<Disguised> {
    return text.length < shortest ? [] : decoded(text, this.#plain)
  }
}

function* decoded(text: string, plain: Set<string>): Generator<Disguised> {
  for (const { 0: run, index } of text.matchAll(hexRun)) yield* fromHex(run, index)
  for (const { 0: run, index } of text.matchAll(decimalRun)) yield* fromDecimals(run, index)
  for (const { 0: run, index } of text.matchAll(base64Run)) {
    if (plain.has(run)) continue
    let isPlain = true
    for (const disguised of fromLetters(run, index)) {
      isPlain = false
      yield disguised
    }
    if (isPlain && run.length <= longestPlain && plain.size < mostPlain) plain.add(run)
  }
}

/** The texts that a run of letters is in base64 or in base32. A secret may begin at any byte, and a run at any letter. */
function* fromLetters(run: string, index: number): Generator<Disguised> {
  for (let skipped = 0; skipped < 4; skipped += 1) {
    yield* fromBytes(Buffer.from(run.slice(skipped), 'base64'), packed(index + skipped, 4 / 3))
  }
  for (const { 0: part, index: place } of run.matchAll(base32Run)) {
    for (let skipped = 0; skipped < 8; skipped += 1) {
      yield* fromBytes(fromBase32(part.slice(skipped)), packed(index + place + skipped, 8 / 5))
    }
  }
}

/** The text that bytes are. Most of what looks encoded is an id, whose bytes are none. */
function* fromBytes(bytes: Buffer, source: Disguised['source']): Generator<Disguised> {
  if (holdsText(bytes)) yield { text: bytes.toString('latin1'), source }
}

/** Whether bytes hold as many printable ones in a row as the shortest part of a secret. UTF-16 has zeros in between. */
function holdsText(bytes: Uint8Array): boolean {
  let inRow = 0
  for (const byte of bytes) {
    if (byte >= 0x20 && byte < 0x7f) inRow += 1
    else if (byte !== 0) inRow = 0
    if (inRow === shortestText) return true
  }
  return false
}

/** The place of bytes each of which takes so many letters. */
function packed(index: number, letters: number): Disguised['source'] {
  return (start, end) => [index + Math.floor(start * letters), index + Math.ceil(end * letters)]
}

function* fromHex(run: string, index: number): Generator<Disguised> {
  const digits = run.replace(/0x|[^0-9a-f]/gi, '')
  for (let skipped = 0; skipped < 2; skipped += 1) {
    yield* fromBytes(Buffer.from(digits.slice(skipped), 'hex'), (start, end) => {
      const places = [...run.matchAll(/0x|[0-9a-f]/gi)].filter(([digit]) => digit.length === 1)
      const [first, last] = [places[skipped + 2 * start]!, places[skipped + 2 * end - 1]!]
      return [index + first.index, index + last.index + 1]
    })
  }
}

function* fromDecimals(run: string, index: number): Generator<Disguised> {
  const numbers = [...run.matchAll(/\d+/g)]
  yield* fromBytes(Buffer.from(numbers.map(([number]) => Number(number))), (start, end) => {
    const last = numbers[end - 1]!
    return [index + numbers[start]!.index, index + last.index + last[0].length]
  })
}

function fromBase32(run: string): Buffer {
  const bytes: number[] = []
  let [bits, value] = [0, 0]
  for (const letter of run.toLowerCase()) {
    value = ((value << 5) | base32Digits.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}
