import { type JsonNode, type Layout, parseJsonText, writeJson } from '../json-text'

/** A JSON text as another program would have written it. */
export interface Rewriting {
  id: string
  /** How the signed text was written. */
  how: string
  text: string
}

const spacings = [
  { id: 'compact', how: 'on one line without spaces', indent: '', space: '' },
  { id: 'spaced', how: 'on one line with spaces after colons and commas', indent: '', space: ' ' },
  { id: 'pretty-2', how: 'indented by two spaces', indent: '  ', space: ' ' },
  { id: 'pretty-4', how: 'indented by four spaces', indent: '    ', space: ' ' },
]

const plain = (text: string) => JSON.stringify(JSON.parse(text))
const inUnicode = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const ascii = (text: string) => plain(text).replace(/[\u007f-\uffff]/g, inUnicode)

const writings: readonly { id: string; how: string; string: Layout['string'] }[] = [
  { id: '', how: '', string: (text) => text },
  { id: 'plain', how: 'without needless escapes', string: plain },
  { id: 'ascii', how: 'with all but ASCII escaped', string: ascii },
  {
    id: 'php',
    how: 'with / and all but ASCII escaped',
    string: (text) => ascii(text).replaceAll('/', '\\/'),
  },
  {
    id: 'html',
    how: 'with <, > and & escaped',
    string: (text) => plain(text).replace(/[<>&\u2028\u2029]/g, inUnicode),
  },
]

/** The text that JavaScript writes of a JSON text: it writes numbers otherwise, and names such as `2` first. The same text where that fails. */
export function throughJavaScript(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

/** The ways in which other programs would have written a JSON text. None for a text that is no JSON. */
export function rewritings(text: string): Rewriting[] {
  let node: JsonNode
  try {
    node = parseJsonText(text)
    return [false, true].flatMap((sorted) =>
      writings.flatMap(({ id: writing, how: written, string }) =>
        spacings.map(({ id, how, ...layout }) => ({
          id: [id, sorted && 'sorted', writing].filter(Boolean).join('-'),
          how: [how, sorted && 'with its names sorted', written].filter(Boolean).join(', '),
          text: writeJson(node, { ...layout, sorted, string }),
        })),
      ),
    )
  } catch {
    // The text is no JSON, or is nested too deeply to be written.
    return []
  }
}
