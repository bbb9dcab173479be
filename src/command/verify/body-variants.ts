import { gunzipSync } from 'node:zlib'
import type { Finding, Variant } from './finding'
import { rewritings } from './json-variants'

/** A way in which a body changes between its sender and the file, undone: what may have been signed. */
interface Change extends Finding {
  undo(body: Buffer): (Buffer | string | undefined)[]
}

const rawBytes =
  'Keep the bytes as they arrive, and verify them before anything decodes, trims or stores them as text.'
const editor =
  'Write the bytes to the file without an editor or a shell that ends each line, and verify them as they arrive.'
const parser =
  'Verify the raw bytes before a JSON parser sees them: mount the receiver before express.json(), or with express.raw({ type: "*/*" }).'

const byteOrderMark = '\uFEFF'
// Larger ones are not what a service sends, and would fill the memory.
const maxOutputLength = 2 ** 26

const changes: readonly Change[] = [
  {
    id: 'newline-added',
    says: 'A line break or white space was added around the body.',
    cure: editor,
    // A byte order mark is white space to JavaScript, and a mistake of its own.
    undo: (body) => [
      String(body).replace(/\r?\n$/, ''),
      String(body).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''),
    ],
  },
  {
    id: 'newline-lost',
    says: 'The line break at the end of the body is gone.',
    cure: rawBytes,
    undo: (body) => [`${String(body)}\n`, `${String(body)}\r\n`],
  },
  {
    id: 'line-breaks',
    says: 'The line breaks of the body were changed: from LF to CRLF, from CRLF to LF, or left out, as curl does with -d @FILE.',
    cure: 'Keep the bytes as they are: curl sends those of a file with --data-binary @FILE.',
    undo: (body) => ['\n', '\r\n', ''].map((end) => String(body).replace(/\r?\n/g, end)),
  },
  {
    id: 'byte-order-mark',
    says: 'A byte order mark was put in front of the body, or taken away.',
    cure: editor,
    undo: (body) => {
      const text = String(body)
      return [text.startsWith(byteOrderMark) ? text.slice(1) : byteOrderMark + text]
    },
  },
  {
    id: 'encoding',
    says: 'The body was written in another encoding than UTF-8, or read in one: UTF-16 or Latin-1.',
    cure: 'Keep the bytes as they arrive. The > of PowerShell changes their encoding.',
    undo: (body) => [
      body[0] === 0xff ? body.toString('utf16le').replace(byteOrderMark, '') : undefined,
      body.toString('latin1'),
      Buffer.from(String(body), 'latin1'),
    ],
  },
  {
    id: 'base64',
    says: 'The body is still in base64, as an API gateway hands it on.',
    cure: 'Decode the body where isBase64Encoded is true, before it is verified.',
    undo: (body) => (/^[\w+/-]+={0,2}\s*$/.test(String(body)) ? [Buffer.from(String(body), 'base64')] : []),
  },
  {
    id: 'compressed',
    says: 'The body is compressed (gzip), and was signed before that.',
    cure: 'Decompress the body before it is verified, as its Content-Encoding says.',
    undo: (body) => [trying(() => gunzipSync(body, { maxOutputLength }))],
  },
  {
    id: 'quoted',
    says: 'The body was written as a JSON string: it was turned into JSON twice.',
    cure: parser,
    undo: (body) => [trying(() => JSON.parse(String(body)) as unknown)],
  },
]

function trying(read: () => unknown): Buffer | string | undefined {
  try {
    const value = read()
    return typeof value === 'string' || value instanceof Buffer ? value : undefined
  } catch {
    return undefined
  }
}

const changed = (body: Buffer): Variant<Buffer>[] =>
  changes.flatMap(({ id, says, cure, undo }) =>
    undo(body)
      .map((undone) => Buffer.from(undone ?? body))
      .filter((value) => !value.equals(body))
      .map((value) => ({ value, findings: [{ id, says, cure }] })),
  )

const rewritten = (body: Buffer): Variant<Buffer>[] =>
  rewritings(String(body)).map(({ id, how, text }) => {
    const says = `The JSON was parsed and written again: what was signed is written ${how}.`
    return { value: Buffer.from(text), findings: [{ id: `json-${id}`, says, cure: parser }] }
  })

// Two changes at a time are hundreds of bodies. Beyond this size, in bytes, they would take more than some seconds.
const mostForTwoChanges = 100_000

/** The bodies that may have been signed before something changed them: the body itself, then bodies one change away, then two. */
export function* bodiesOf(body: Buffer): Generator<Variant<Buffer>, void> {
  yield { value: body, findings: [] }
  const once = changed(body)
  yield* once
  yield* rewritten(body)
  if (body.length > mostForTwoChanges) return
  for (const { value, findings } of once) {
    for (const more of [...changed(value), ...rewritten(value)])
      yield { value: more.value, findings: [...findings, ...more.findings] }
  }
}
