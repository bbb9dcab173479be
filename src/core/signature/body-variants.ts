import { base64, utf8 } from '../encoding'
import {
  areSame,
  type Bytes,
  gunzipped,
  latin1Bytes,
  latin1Text,
  base64Bytes,
  textOf,
  wideText,
} from './bytes'
import type { Finding, Side, Variant } from './finding'
import { rewritings, throughJavaScript } from './json-variants'

type Changed = readonly (Bytes | string | undefined)[]

/** A way in which a body changes between its sender and whoever verifies it. */
interface Change extends Finding {
  /** Takes the body that a receiver got. Returns the bodies that its sender may have signed. */
  undo(body: Bytes, text: string): Changed | Promise<Changed>
  /** Takes the body that was signed. Returns the bodies that a receiver may have computed its signature over. `undo` unless given. */
  make?(body: Bytes, text: string): Changed
}

const rawBytes =
  'Keep the bytes as they arrive, and verify them before anything decodes, trims or stores them as text.'
const editor =
  'Write the bytes to the file without an editor or a shell that ends each line, and verify them as they arrive.'
const parser =
  'Verify the raw bytes before a JSON parser sees them: mount the receiver before express.json(), or with express.raw({ type: "*/*" }).'

const byteOrderMark = '\uFEFF'
// Larger ones are not what a service sends, and would fill the memory.
const mostDecompressed = 2 ** 26

// A byte order mark is white space to JavaScript, and a mistake of its own.
const withoutSpace = (text: string) => [
  text.replace(/\r?\n$/, ''),
  text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''),
]
const withLineBreak = (text: string) => [`${text}\n`, `${text}\r\n`]

const changes: readonly Change[] = [
  {
    id: 'newline-added',
    says: 'A line break or white space was added around the body.',
    cure: editor,
    undo: (_, text) => withoutSpace(text),
    make: (_, text) => withLineBreak(text),
  },
  {
    id: 'newline-lost',
    says: 'The line break at the end of the body is gone.',
    cure: rawBytes,
    undo: (_, text) => withLineBreak(text),
    make: (_, text) => withoutSpace(text),
  },
  {
    id: 'line-breaks',
    says: 'The line breaks of the body were changed: from LF to CRLF, from CRLF to LF, or left out, as curl does with -d @FILE.',
    cure: 'Keep the bytes as they are: curl sends those of a file with --data-binary @FILE.',
    undo: (_, text) => ['\n', '\r\n', ''].map((end) => text.replace(/\r?\n/g, end)),
  },
  {
    id: 'byte-order-mark',
    says: 'A byte order mark was put in front of the body, or taken away.',
    cure: editor,
    undo: (_, text) => [text.startsWith(byteOrderMark) ? text.slice(1) : byteOrderMark + text],
  },
  {
    id: 'encoding',
    says: 'The body was written in another encoding than UTF-8, or read in one: UTF-16 or Latin-1.',
    cure: 'Keep the bytes as they arrive. The > of PowerShell changes their encoding.',
    undo: (body, text) => [
      body[0] === 0xff ? wideText(body) : undefined,
      latin1Text(body),
      latin1Bytes(text),
    ],
  },
  {
    id: 'base64',
    says: 'The body is still in base64, as an API gateway hands it on.',
    cure: 'Decode the body where isBase64Encoded is true, before it is verified.',
    undo: (_, text) => [base64Bytes(text)],
    make: (body) => [base64(body)],
  },
  {
    id: 'compressed',
    says: 'The body is compressed (gzip), and was signed before that.',
    cure: 'Decompress the body before it is verified, as its Content-Encoding says.',
    undo: async (body) => [await gunzipped(body, mostDecompressed)],
    make: () => [],
  },
  {
    id: 'quoted',
    says: 'The body was written as a JSON string: it was turned into JSON twice.',
    cure: parser,
    undo: (_, text) => [stringIn(text)],
    make: (_, text) => [JSON.stringify(text)],
  },
]

/** The string that a JSON text holds. */
function stringIn(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

async function changed(body: Bytes, side: Side): Promise<Variant<Bytes>[]> {
  const text = textOf(body)
  const variants: Variant<Bytes>[] = []
  for (const { id, says, cure, undo, make = undo } of changes) {
    for (const other of await (side === 'given' ? undo : make)(body, text)) {
      const value = typeof other === 'string' ? utf8(other) : (other ?? body)
      if (value.length > 0 && !areSame(value, body)) variants.push({ value, findings: [{ id, says, cure }] })
    }
  }
  return variants
}

function rewritten(body: Bytes, side: Side): Variant<Bytes>[] {
  const text = textOf(body)
  // What a number was before it was parsed cannot be told from what came.
  const texts = side === 'given' ? [text] : new Set([text, throughJavaScript(text)])
  return [...texts].flatMap(rewritings).map(({ id, how, text: other }) => {
    const says = `The JSON was parsed and written again: the signature is over JSON that is written ${how}.`
    return { value: utf8(other), findings: [{ id: `json-${id}`, says, cure: parser }] }
  })
}

// Two changes at a time are hundreds of bodies. Beyond this size, in bytes, they would take more than some seconds.
const mostForTwoChanges = 100_000

/** The bodies that a signature may be over: the body itself, then bodies one change away, then two. */
export async function* bodiesOf(body: Bytes, side: Side): AsyncGenerator<Variant<Bytes>, void> {
  yield { value: body, findings: [] }
  const once = await changed(body, side)
  yield* once
  yield* rewritten(body, side)
  if (body.length > mostForTwoChanges) return
  for (const { value, findings } of once) {
    for (const more of [...(await changed(value, side)), ...rewritten(value, side)])
      yield { value: more.value, findings: [...findings, ...more.findings] }
  }
}
