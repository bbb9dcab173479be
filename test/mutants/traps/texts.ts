import { traps, type Trap } from './trap'

const cut = (length: number) => (text: string) => text.slice(0, length)
const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The number that a text looks like; `undefined` where it looks like none. */
function numberIn(text: string): number | undefined {
  return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

const date = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/

/** The moment that a text looks like, as another text; the text itself where it looks like none. */
function rewrittenDate(text: string): string {
  if (!date.test(text)) return text
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}

/** How services write times of one usual form alone. */
const rewrittenTimes: Readonly<Record<string, readonly [form: RegExp, write: (text: string) => string]>> = {
  'with-milliseconds': [/^[\d-]{10}T[\d:]{8}Z$/, (text) => text.replace('Z', '.000Z')],
  'without-zone': [/^[\d-]{10}T[\d:]{8}Z$/, (text) => text.slice(0, -1)],
  'with-an-offset': [/^[\d-]{10}T[\d:]{8}Z$/, (text) => text.replace('Z', '+00:00')],
  'without-zero-milliseconds': [/T[\d:]{8}\.000Z$/, (text) => text.replace('.000', '')],
  'date-with-midnight': [/^\d{4}-\d\d-\d\d$/, (text) => `${text}T00:00:00Z`],
  'time-with-a-t': [/^[\d-]{10} [\d:]{8}$/, (text) => text.replace(' ', 'T')],
}

/** Changes that broken services make to texts that they keep. */
export const textTraps: readonly Trap<string>[] = traps<string>({
  'cut-at-32': cut(32),
  'cut-at-64': cut(64),
  'cut-at-128': cut(128),
  'cut-at-255': cut(255),
  'cut-at-65535': cut(65_535),
  'trimmed-at-its-start': (text) => text.trimStart(),
  'trimmed-at-its-end': (text) => text.trimEnd(),
  'with-single-blanks': (text) => text.replace(/ {2,}/g, ' '),
  'in-lower-case': (text) => text.toLowerCase(),
  'in-upper-case': (text) => text.toUpperCase(),
  'without-accents': withoutAccents,
  composed: (text) => text.normalize('NFC'),
  decomposed: (text) => text.normalize('NFD'),
  'without-astral-letters': (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  'with-question-marks': (text) => text.replace(/[^\0-\xff]/gu, '?'),
  'without-nul': (text) => text.replaceAll('\0', ''),
  'ended-by-nul': (text) => text.split('\0')[0],
  'with-unix-lines': (text) => text.replace(/\r\n?/g, '\n'),
  'without-tabs': (text) => text.replaceAll('\t', ' '),
  'as-a-number': (text) => numberIn(text) ?? text,
  'as-a-number-and-back': (text) => {
    const number = numberIn(text)
    return number === undefined ? text : String(number)
  },
  'html-escaped': (text) => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter),
  'percent-decoded': percentDecoded,
  'plus-is-a-blank': (text) => text.replaceAll('+', ' '),
  'without-backslashes': (text) => text.replaceAll('\\', ''),
  'as-a-date': rewrittenDate,
  ...Object.fromEntries(
    Object.entries(rewrittenTimes).map(([name, [form, write]]) => [
      name,
      (text: string) => (form.test(text) ? write(text) : text),
    ]),
  ),
  'as-a-boolean': (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  'empty-as-null': (text) => (text === '' ? null : text),
  'null-by-name': (text) => (text === 'null' ? null : text),
  'without-scripts': (text) => text.replace(/<script.*?>|javascript:/gi, ''),
  'with-secrets-masked': (text) => text.replace(/(password|token)=[^&\s]+/g, '$1=***'),
  'uuids-in-lower-case': (text) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : text,
  'with-digits-masked': (text) => text.replace(/\b\d{12}(\d{4})\b/g, '************$1'),
})

/** Traps that no short text which is no number and no date can meet. */
export const notOfShortTexts =
  'cut-at-65535 as-a-number as-a-number-and-back as-a-date as-a-boolean with-digits-masked without-scripts ' +
  'with-secrets-masked uuids-in-lower-case ' +
  Object.keys(rewrittenTimes).join(' ')
