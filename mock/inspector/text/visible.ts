import { unshown } from '../../../src/core/visible'

/** A piece of a text from outside: letters as they are, or the name of one that is not shown as it is. */
export interface VisiblePiece {
  text: string
  /** True where `text` is the name of a letter that would be invisible or would move its neighbours. */
  named?: true
}

// What joins two pictures into one.
const joined = /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu

/** A text from outside in pieces, in which nothing hides: `U+202E` stands where the letter itself would turn the line round. Line ends and tabs stay. */
export function visiblePieces(text: string): VisiblePiece[] {
  const shown = new Set(Array.from(text.matchAll(joined), ({ index }) => index))
  const pieces: VisiblePiece[] = []
  let from = 0
  for (const { 0: letter, index } of text.matchAll(unshown)) {
    if (/[\t\n\r]/.test(letter) || shown.has(index)) continue
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: nameOf(letter), named: true })
    from = index + letter.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

function nameOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
