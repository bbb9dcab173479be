// A shorter secret may be an ordinary word.
const shortest = 8

// A text that begins with a prefix of keys and secrets, or with the base64 of one.
const shapes = /(sk_live_|sk_test_|whsec_)[\w+/=.-]*[\w+/=-]|(?:c2tfbGl2ZV|c2tfdGVzdF|d2hzZWNf)[\w+/=-]+/g

// Every text that fits `shapes` holds one of these. Most texts hold none, and to ask that takes a tenth of the time of the pattern.
const beginnings = ['sk_', 'whsec_', 'c2tf', 'd2hzZWNf']

// What is undone once before secrets are looked for: escapes of JSON, and those of URLs.
const encodings = [/(\\(?:u[\da-fA-F]{4}|["\\/bfnrt]))/, /(%[\da-fA-F]{2})/]

// The escape that nearly every JSON text has, and a parser for the others.
const decode = (escape: string) =>
  escape === '\\"' ? '"' : (JSON.parse(`"${escape.replace('%', '\\u00')}"`) as string)

/** The forms in which a secret is looked for in a text and in each of its readings. */
function formsOf(secret: string): Set<string> {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(secret))).replace(/=+$/, '')
  return new Set([secret, base64, base64.replace(/\+/g, '-').replace(/\//g, '_')])
}

/**
 * A text in which one encoding is undone. Its letter at `index` stands for the part of the original text from `places[index]` up to
 * `places[index + 1]`.
 */
interface Reading {
  text: string
  places?: readonly number[]
}

function readingsOf(text: string): Reading[] {
  const readings: Reading[] = [{ text }]
  for (const escapes of encodings) {
    const parts = text.split(escapes)
    if (parts.length === 1) continue
    const places: number[] = []
    let plain = ''
    let at = 0
    parts.forEach((part, index) => {
      // `split` returns what its pattern captures too, so that every second part is an escape.
      plain += index % 2 ? decode(part) : part
      for (let place = 0; places.length < plain.length; place++) places.push(at + place)
      at += part.length
    })
    places.push(at)
    readings.push({ text: plain, places })
  }
  return readings
}

/** A rolling hash of the last six letters of a text up to `end`, made from the hash up to the letter before. */
const withLetter = (ending: number, text: string, end: number) =>
  ((ending << 5) ^ text.charCodeAt(end - 1)) & 0x3fffffff

/** A secret that a text holds from `start` up to `end`. */
export interface FoundSecret {
  start: number
  end: number
  /** The secret without the escapes of JSON or of a URL. Where the text holds its base64, that base64. */
  value: string
  /** The text that is shown in place of the secret. */
  label: string
}

/**
 * Gives the label of a text that begins with a prefix of keys and secrets, or with the base64 of one, which has no prefix; `undefined` where
 * it stays.
 */
export type LabelOf = (value: string, prefix?: string) => string | undefined

type Forms = Map<number, { form: string; label: string }[]>

// How many endings of secrets are told apart, a power of two. The forms of 500 secrets take a sixth of it.
const endingsKept = 8_192

/**
 * Hides secrets in texts: those that it was told of, and what begins with their prefixes. They are found as they are, in escapes of JSON,
 * percent-encoded, and in base64 as a whole. The time that takes does not depend on how many there are.
 *
 * @example
 * const redactor = new Redactor()
 * redactor.add('sk_live_4eC39', '$EVENT_DELIVERY_LIVE_KEY')
 * redactor.redact('Bearer sk_live_4eC39') // 'Bearer $EVENT_DELIVERY_LIVE_KEY'
 */
export class Redactor {
  readonly #labels = new Map<string, string>()
  /** The forms of secrets by the hash of their last letters. Their first letters tell too little: many secrets begin with the same prefix. */
  #forms: Forms = new Map()
  /** 1 at the last bits of each hash in `#forms`. It spares a look into the map at most letters of a text, which would take most of the time. */
  #endings = new Uint8Array(0)
  /** The secrets whose forms are not made yet. */
  #waiting: string[] = []

  /** @param most How many secrets are kept at most. The oldest are forgotten first. */
  constructor(
    private readonly labelOf: LabelOf = () => undefined,
    private readonly most = Infinity,
  ) {}

  /** Hides a secret from now on. One of fewer than 8 letters stays, because it may be an ordinary word. */
  add(secret: string, label: string): void {
    const labels = this.#labels
    if (secret.length < shortest || labels.has(secret)) return
    labels.set(secret, label)
    this.#waiting.push(secret)
    if (labels.size <= this.most) return
    labels.delete([...labels.keys()][0] as string)
    this.#forms = new Map()
    this.#waiting = [...labels.keys()]
  }

  /** The text with a label in the place of each secret. */
  redact(text: string): string {
    let shown = ''
    let from = 0
    for (const { start, end, label } of this.find(text)) {
      shown += text.slice(from, start) + label
      from = end
    }
    return shown + text.slice(from)
  }

  /** The secrets in a text, in order. Those that overlap are one: the one that begins first, the longest of these, the first one added. */
  find(text: string): FoundSecret[] {
    const merged: FoundSecret[] = []
    if (text.length < shortest) return merged
    const found = readingsOf(text).flatMap((reading) => this.#search(reading))
    for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
      const last = merged[merged.length - 1]
      if (last && one.start < last.end) last.end = Math.max(last.end, one.end)
      else merged.push(one)
    }
    return merged
  }

  #search({ text, places }: Reading): FoundSecret[] {
    const found: FoundSecret[] = []
    const keep = (start: number, value: string, label: string) => {
      const end = start + value.length
      found.push({ start: places?.[start] ?? start, end: places?.[end] ?? end, value, label })
    }
    const forms = this.#indexed()
    const endings = this.#endings
    let ending = 0
    for (let end = 1; forms.size && end <= text.length; end++) {
      ending = withLetter(ending, text, end)
      if (endings[ending & (endingsKept - 1)])
        for (const { form, label } of forms.get(ending) ?? []) {
          if (text.endsWith(form, end)) keep(end - form.length, form, label)
        }
    }
    if (!beginnings.some((beginning) => text.includes(beginning))) return found
    for (const { 0: value, 1: prefix, index: start } of text.matchAll(shapes)) {
      const label = this.labelOf(value, prefix)
      if (label !== undefined) keep(start, value, label)
    }
    return found
  }

  /** The forms of all secrets. They are made when a text is searched, which for most secrets never happens. */
  #indexed(): Forms {
    for (const secret of this.#waiting.splice(0)) {
      for (const form of formsOf(secret)) {
        let ending = 0
        for (let end = 1; end <= form.length; end++) ending = withLetter(ending, form, end)
        const label = this.#labels.get(secret) as string
        if (this.#endings.length === 0) this.#endings = new Uint8Array(endingsKept)
        this.#endings[ending & (endingsKept - 1)] = 1
        this.#forms.set(ending, [...(this.#forms.get(ending) ?? []), { form, label }])
      }
    }
    return this.#forms
  }
}
