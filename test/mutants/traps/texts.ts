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

/** Changes that broken services make to texts that they keep. */
export const textTraps: readonly Trap<string>[] = traps<string>({
  'cut-at-32': ['is cut after 32 characters', cut(32)],
  'cut-at-64': ['is cut after 64 characters', cut(64)],
  'cut-at-128': ['is cut after 128 characters', cut(128)],
  'cut-at-255': ['is cut after 255 characters', cut(255)],
  'cut-at-65535': ['is cut after 65,535 characters', cut(65_535)],
  'trimmed-at-its-start': ['loses the blanks at its start', (text) => text.trimStart()],
  'trimmed-at-its-end': ['loses the blanks at its end', (text) => text.trimEnd()],
  'with-single-blanks': ['has runs of blanks made one', (text) => text.replace(/ {2,}/g, ' ')],
  'in-lower-case': ['is put in lower case', (text) => text.toLowerCase()],
  'in-upper-case': ['is put in upper case', (text) => text.toUpperCase()],
  'without-accents': ['loses its accents', withoutAccents],
  composed: ['is put in Unicode form C', (text) => text.normalize('NFC')],
  decomposed: ['is put in Unicode form D', (text) => text.normalize('NFD')],
  'without-astral-letters': [
    'loses what lies beyond the basic plane',
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  ],
  'with-question-marks': [
    'has question marks for what is not Latin-1',
    (text) => text.replace(/[^\0-\xff]/gu, '?'),
  ],
  'without-nul': ['loses U+0000', (text) => text.replaceAll('\0', '')],
  'ended-by-nul': ['ends at U+0000', (text) => text.split('\0')[0]],
  'with-unix-lines': ['has its line ends made U+000A', (text) => text.replace(/\r\n?/g, '\n')],
  'without-tabs': ['has its tabs made blanks', (text) => text.replaceAll('\t', ' ')],
  'as-a-number': ['is kept as the number that it looks like', (text) => numberIn(text) ?? text],
  'as-a-number-and-back': [
    'is kept as the number that it looks like, and returned as text',
    (text) => {
      const number = numberIn(text)
      return number === undefined ? text : String(number)
    },
  ],
  'html-escaped': [
    'is escaped for HTML',
    (text) => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter),
  ],
  'percent-decoded': ['is percent-decoded', percentDecoded],
  'plus-is-a-blank': ['has each plus made a blank', (text) => text.replaceAll('+', ' ')],
  'without-backslashes': ['loses its backslashes', (text) => text.replaceAll('\\', '')],
  'as-a-date': ['is rewritten where it looks like a date', rewrittenDate],
  'as-a-boolean': [
    'is kept as a boolean where it says true or false',
    (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  ],
  'empty-as-null': ['is kept as null where it is empty', (text) => (text === '' ? null : text)],
  'null-by-name': ['is kept as null where it says null', (text) => (text === 'null' ? null : text)],
  'with-digits-masked': [
    'is masked where it looks like the number of a card',
    (text) => text.replace(/\b\d{12}(\d{4})\b/g, '************$1'),
  ],
})
