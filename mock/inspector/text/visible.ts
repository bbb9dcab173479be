/** A piece of a text from outside: letters as they are, or the name of one that is not to be seen as such. */
export interface VisiblePiece {
  text: string
  /** True where `text` is the name of a letter that would be invisible or would move its neighbours. */
  named?: true
}

// Controls but for line ends and tabs, letters that turn the direction of text or have no width, and halves of letters. What
// joins two pictures into one is no trick.
const hidden =
  /(?![\t\n\r])[\p{Cc}\p{Cs}\u2028\u2029]|(?!(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic}))\p{Cf}/gu

/** A text from outside in pieces, in which nothing hides: `U+202E` stands where the letter itself would turn the line round. */
export function visiblePieces(text: string): VisiblePiece[] {
  const pieces: VisiblePiece[] = []
  let from = 0
  for (const { 0: letter, index } of text.matchAll(hidden)) {
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: nameOf(letter), named: true })
    from = index + letter.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** The same as one text, with the names in angle brackets. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.named ? `⟨${piece.text}⟩` : piece.text))
    .join('')
}

function nameOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
