// Control characters, marks that turn the direction of text, line separators, and half surrogate pairs. A service or a receiver that sends
// them could otherwise steer the terminal.
const unprintable =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** The text with every character escaped that would not be shown as itself. JSON text stays the same JSON. */
export const visible = (text: string): string =>
  text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The beginning of a text, so that one line stays one line. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text
