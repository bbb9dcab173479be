/**
 * The characters that are not shown as they are: control characters, format characters, halves of surrogate pairs, separators of lines, and
 * what Unicode says is no character. They could forge lines of a log, steer a terminal, turn the direction of a text, or hide in it. Format
 * characters are the marks of direction and of joining, those of zero width, the soft hyphen, the byte order mark, and the tags from U+E0000 on.
 */
export const unshown = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{NChar}]/gu

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * A text from elsewhere as one line that is safe to show: each character of `unshown` becomes an escape of JSON. JSON text keeps its
 * meaning.
 */
export const visible = (text: string): string =>
  text.replace(unshown, (character) => character.replace(/[^]/g, escaped))

/** A text of several lines that is safe to show. Line feeds and tabs stay, and all else is as in `visible`. */
export const visibleLines = (text: string): string => text.replace(/[^\n\t]+/g, visible)

/** The beginning of a text, so that one line stays one line. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

/** The beginning of a text from elsewhere, as one line that may be shown. */
export const excerpt = (text: string, length = 300): string => visible(shortened(text, length))
