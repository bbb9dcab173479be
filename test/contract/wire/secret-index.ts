/** A part of a text that has to be replaced: from `start` up to `end`, by `label`. */
export interface Sighting {
  start: number
  end: number
  label: string
}

/** The prefixes of keys and secrets, which are no secret themselves. */
const prefix = /^(sk_live_|sk_test_|whsec_)/
/** The shortest part of a random secret that is looked for: ordinary texts hold no such part by chance. */
const shortestPart = 10
/** The shortest secret that is looked for as a whole: a shorter one is an ordinary word. */
export const shortestWhole = 8
/** The shortest one that is looked for without its prefix. */
const shortestBare = 10
/** The letters that are compared at first, and their places: every part of the shortest length has such letters at one of them. */
const gram = 4
const stride = shortestPart - gram + 1
/** Digits and letters, whatever their case, are all that is compared of a random secret. */
const symbols = 36
const none = 255
/** The most letters of a secret by which parts of it are found. A longer one is found as a whole, and by its beginning. */
const longestIndexed = 4_096

const codes = new Uint8Array(128).fill(none)
for (let digit = 0; digit < 10; digit += 1) codes[0x30 + digit] = digit
for (let letter = 0; letter < 26; letter += 1) codes[0x41 + letter] = codes[0x61 + letter] = 10 + letter

/** A random secret, of which parts are looked for too, written forwards or backwards. */
interface RandomSecret {
  letters: Uint8Array
  /** Its prefix, which belongs to a sighting where it stands right before. */
  prefix: Uint8Array
  label: string
}

/**
 * Finds secrets in a text, and parts of random ones that tell much of them, in any letter case and with any signs between
 * their letters.
 */
export class SecretIndex {
  readonly #random: RandomSecret[] = []
  readonly #places = new Map<number, [secret: RandomSecret, place: number][]>()
  readonly #known = new Uint8Array(symbols ** gram)
  readonly #whole = new Map<string, string>()

  add(secret: string, label: string): void {
    const [shown = ''] = prefix.exec(secret) ?? []
    const bare = secret.slice(shown.length)
    const letters = lettersOf(bare).letters
    if (letters.length >= shortestPart && isRandom(bare)) {
      this.#index({ letters, prefix: lettersOf(shown).letters, label })
      this.#index({ letters: letters.slice().reverse(), prefix: new Uint8Array(), label })
      for (const form of inBase64(bare)) {
        this.#index({ letters: lettersOf(form).letters, prefix: new Uint8Array(), label })
      }
      return
    }
    const wholes = [secret, ...(bare.length >= shortestBare ? [bare] : []), ...inBase64(secret)]
    for (const whole of wholes) {
      if (whole.length >= shortestWhole && !this.#whole.has(lowerCase(whole))) {
        this.#whole.set(lowerCase(whole), label)
      }
    }
  }

  find(text: string): Sighting[] {
    return [...this.#findParts(text), ...this.#findWholes(text)]
  }

  #index(secret: RandomSecret): void {
    const { letters } = secret
    this.#random.push(secret)
    const last = Math.min(letters.length, longestIndexed) - gram
    for (let place = 0; place <= last; place += 1) {
      const number = numberAt(letters, place)
      this.#known[number] = 1
      const places = this.#places.get(number)
      if (places) places.push([secret, place])
      else this.#places.set(number, [[secret, place]])
    }
  }

  #findParts(text: string): Sighting[] {
    if (this.#random.length === 0 || text.length < shortestPart) return []
    const { letters, places } = lettersOf(text)
    const found: Sighting[] = []
    for (let at = 0; at + gram <= letters.length; at += stride) {
      const number = numberAt(letters, at)
      if (this.#known[number] !== 1) continue
      for (const [secret, place] of this.#places.get(number) ?? []) {
        const [first, last] = commonPart(letters, at, secret.letters, place)
        if (last - first < shortestPart) continue
        const begin = first - (endsWith(letters, first, secret.prefix) ? secret.prefix.length : 0)
        found.push({ start: places[begin]!, end: places[last - 1]! + 1, label: secret.label })
      }
    }
    return found
  }

  #findWholes(text: string): Sighting[] {
    const lower = lowerCase(text)
    const found: Sighting[] = []
    for (const [whole, label] of this.#whole) {
      for (let at = lower.indexOf(whole); at >= 0; at = lower.indexOf(whole, at + whole.length)) {
        found.push({ start: at, end: at + whole.length, label })
      }
    }
    return found
  }
}

/**
 * A secret in base64, at each of the three places at which it may begin there, without the letters that depend on what stands
 * before and behind it. In another letter case it cannot be decoded, and is found by its letters alone.
 */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((skipped) => {
    const text = Buffer.concat([Buffer.alloc(skipped), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const isCut = (skipped + bytes.length) % 3 !== 0
    const own = text.slice(Math.ceil((skipped * 4) / 3), isCut ? -1 : undefined)
    return own.length >= shortestPart ? [own] : []
  })
}

/** Whether a secret looks random: digits among letters, or letters of both cases. Words and names do not. */
function isRandom(bare: string): boolean {
  const kinds = [/\d/, /[a-z]/, /[A-Z]/].filter((kind) => kind.test(bare))
  return kinds.length > 1
}

/** The digits and letters of a text as small numbers, and the place of each in the text. */
function lettersOf(text: string): { letters: Uint8Array; places: Uint32Array } {
  const letters = new Uint8Array(text.length)
  const places = new Uint32Array(text.length)
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const letter = code < 128 ? codes[code]! : none
    if (letter === none) continue
    letters[count] = letter
    places[count] = at
    count += 1
  }
  return { letters: letters.subarray(0, count), places }
}

function numberAt(letters: Uint8Array, at: number): number {
  return (
    ((letters[at]! * symbols + letters[at + 1]!) * symbols + letters[at + 2]!) * symbols + letters[at + 3]!
  )
}

/** The longest part around `at` that is the same in a secret around `place`. */
function commonPart(text: Uint8Array, at: number, secret: Uint8Array, place: number): [number, number] {
  let before = 0
  while (before < at && before < place && text[at - before - 1] === secret[place - before - 1]) before += 1
  let after = 0
  while (
    at + after < text.length &&
    place + after < secret.length &&
    text[at + after] === secret[place + after]
  )
    after += 1
  return [at - before, at + after]
}

function endsWith(text: Uint8Array, end: number, part: Uint8Array): boolean {
  return (
    part.length > 0 &&
    part.length <= end &&
    part.every((letter, index) => text[end - part.length + index] === letter)
  )
}

/** A text with its ASCII letters in lower case. Its length stays, which that of other letters may not. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
