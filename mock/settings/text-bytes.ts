// The engine keeps a text in one byte a letter where all of them are of Latin-1, and in two bytes a letter otherwise.
const beyondLatin1 = /[^\0-\xff]/

// The header of a text, and its rounding up to a whole word.
const header = 24

/** The bytes in which the engine keeps a text. */
export function textBytes(text: string): number {
  return header + text.length * (beyondLatin1.test(text) ? 2 : 1)
}

/**
 * The same text in memory of its own. A text that was put together of others refers to them until the engine flattens
 * it, and a part that was cut out of a request keeps the whole request: 200 kB for the sake of a few letters.
 */
export function flatText(text: string): string {
  // Reading a letter flattens the text in place.
  text.charCodeAt(0)
  return text
}
