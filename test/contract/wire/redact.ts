import { Decoder, withoutEscapes, type Disguised } from './decodings'
import { SecretIndex, shortestWhole, type Sighting } from './secret-index'

/** How often a secret may be encoded, one way in another, and how often it may be escaped. */
const [deepest, mostEscapes] = [3, 3]
/** The longest text that is remembered for holding no secret, and the most of them. */
const [longestRemembered, mostRemembered] = [200, 5_000]

/**
 * Knows the secrets of a run and replaces them in texts, however they are written there: in any letter case, escaped, encoded
 * once or several times, backwards, or only a part of them. Nothing else in a text is changed.
 *
 * @example
 * const redactor = new Redactor()
 * redactor.add('sk_live_4eC39', '$EVENT_DELIVERY_LIVE_KEY')
 * redactor.redact('Bearer sk_live_4eC39') // 'Bearer $EVENT_DELIVERY_LIVE_KEY'
 */
export class Redactor {
  readonly #index = new SecretIndex()
  readonly #decoder = new Decoder()
  /** Short texts that hold no secret of those known so far: header names and values come again and again. */
  readonly #clean = new Set<string>()
  readonly #patterns: { pattern: RegExp; label: string }[] = []
  readonly #known = new Set<string>()

  /** Has `secret` replaced by `label` from now on. */
  add(secret: string, label: string): void {
    if (this.#known.has(secret)) return
    this.#known.add(secret)
    this.#index.add(secret, label)
    this.#clean.clear()
  }

  /** Has whatever matches a global pattern replaced by `label` from now on. */
  addPattern(pattern: RegExp, label: string): void {
    this.#patterns.push({ pattern, label })
    this.#clean.clear()
  }

  redact(text: string): string {
    if (text.length < shortestWhole || this.#clean.has(text)) return text
    const sightings = this.#find(text, 0)
    if (sightings.length === 0) {
      if (text.length < longestRemembered && this.#clean.size < mostRemembered) this.#clean.add(text)
      return text
    }
    // The longest of several sightings that overlap tells which key it is.
    sightings.sort((a, b) => a.start - b.start || b.end - a.end)
    const parts: string[] = []
    let done = 0
    let widest = 0
    for (const { start, end, label } of sightings) {
      if (start < done) {
        if (end - start > widest) parts[parts.length - 1] = label
        widest = Math.max(widest, end - start)
        done = Math.max(done, end)
        continue
      }
      parts.push(text.slice(done, start), label)
      ;[done, widest] = [end, end - start]
    }
    return parts.join('') + text.slice(done)
  }

  /** Redacts several texts. */
  redactAll(texts: readonly string[]): string[] {
    return texts.map((text) => this.redact(text))
  }

  /** Finds secrets in a text, and in all that is escaped or encoded in it. */
  #find(text: string, depth: number): Sighting[] {
    const found = this.#findIn(text, depth)
    let source: Disguised['source'] = (start, end) => [start, end]
    let shown = text
    for (let pass = 0; pass < mostEscapes; pass += 1) {
      const plain = withoutEscapes(shown)
      if (!plain) break
      const outer = source
      source = (start, end) => outer(...plain.source(start, end))
      shown = plain.text
      found.push(...placed(this.#findIn(shown, depth), source))
    }
    return found
  }

  #findIn(text: string, depth: number): Sighting[] {
    const found = this.#index.find(text)
    for (const { pattern, label } of this.#patterns) {
      for (const { 0: whole, index } of text.matchAll(pattern)) {
        found.push({ start: index, end: index + whole.length, label })
      }
    }
    if (depth === deepest) return found
    for (const disguised of this.#decoder.decode(text)) {
      found.push(...placed(this.#find(disguised.text, depth + 1), disguised.source))
    }
    return found
  }
}

/** The sightings in a disguised text as sightings in the text that holds it. */
function placed(sightings: readonly Sighting[], source: Disguised['source']): Sighting[] {
  return sightings.map(({ start, end, label }) => {
    const [from, to] = source(start, end)
    return { start: from, end: to, label }
  })
}
