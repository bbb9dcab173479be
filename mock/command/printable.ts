// Control and format characters, halves of letters, and separators of lines.
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * A text of a stranger as a terminal may show it, on one line: line breaks, escapes, invisible letters and those that turn the
 * direction of writing stand as `\u{1b}`. What is longer than `most` letters is cut off.
 */
export function printable(text: string, most = 300): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text
  return shown.replace(invisible, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}

/** A value as one line of JSON that a terminal may show: the same letters stand as escapes, so that the value stays what it is. */
export function printableJson(value: object): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value).replace(invisible, (sign) => sign.split('').map(escaped).join(''))
}
