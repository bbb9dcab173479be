import { createHash } from 'node:crypto'
import type { Finding, Variant } from './finding'
import { rewritings } from './json-variants'

/** A way in which a body changes between its sender and the file, undone: what was signed, or nothing where it cannot be the case. */
interface Change extends Finding {
  undo(body: Buffer): Buffer | undefined
}

const rawBytes =
  'Keep the bytes as they arrive, and verify them before anything decodes, trims or stores them as text.'
const editor =
  'Write the bytes to the file without an editor or a shell that ends each line, and verify them as they arrive.'
const parser =
  'Verify the raw bytes before a JSON parser sees them: mount the receiver before express.json(), or with express.raw({ type: "*/*" }).'

const asText = (change: (text: string) => string) => (body: Buffer) =>
  Buffer.from(change(body.toString('utf8')))

// eslint-disable-next-line no-control-regex
const isLatin1 = (text: string) => /^[\u0000-\u00ff]*$/.test(text)

const changes: readonly Change[] = [
  {
    id: 'newline-added',
    says: 'A line break was added at the end of the body.',
    cure: editor,
    undo: (body) =>
      /\n$/.test(body.toString('latin1')) ? body.subarray(0, body.at(-2) === 13 ? -2 : -1) : undefined,
  },
  {
    id: 'newline-lost',
    says: 'The line break at the end of the body is gone.',
    cure: rawBytes,
    undo: (body) => Buffer.concat([body, Buffer.from('\n')]),
  },
  {
    id: 'crlf-lost',
    says: 'The line break (CRLF) at the end of the body is gone.',
    cure: rawBytes,
    undo: (body) => Buffer.concat([body, Buffer.from('\r\n')]),
  },
  {
    id: 'white-space-added',
    says: 'White space was added around the body.',
    cure: editor,
    // A byte order mark is white space to JavaScript, and a mistake of its own.
    undo: asText((text) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')),
  },
  {
    id: 'crlf-from-lf',
    says: 'Line breaks were changed from LF to CRLF.',
    cure: editor,
    undo: asText((text) => text.replaceAll('\r\n', '\n')),
  },
  {
    id: 'lf-from-crlf',
    says: 'Line breaks were changed from CRLF to LF.',
    cure: editor,
    undo: asText((text) => text.replace(/\r?\n/g, '\r\n')),
  },
  {
    id: 'line-breaks-kept',
    says: 'The sender left out the line breaks, as curl does with -d @FILE.',
    cure: 'Send the file by curl --data-binary @FILE.',
    undo: asText((text) => text.replace(/[\r\n]/g, '')),
  },
  {
    id: 'bom-added',
    says: 'A byte order mark was added in front of the body.',
    cure: editor,
    undo: (body) => (body.subarray(0, 3).equals(Buffer.from('\uFEFF')) ? body.subarray(3) : undefined),
  },
  {
    id: 'bom-lost',
    says: 'The byte order mark in front of the body is gone.',
    cure: rawBytes,
    undo: (body) => Buffer.concat([Buffer.from('\uFEFF'), body]),
  },
  {
    id: 'utf-16',
    says: 'The body was written as UTF-16.',
    cure: 'Write the bytes to the file without the > of PowerShell, which changes their encoding.',
    undo: (body) =>
      body[0] === 0xff && body[1] === 0xfe ? Buffer.from(body.toString('utf16le').slice(1)) : undefined,
  },
  {
    id: 'utf-8-read-as-latin-1',
    says: 'The bytes of the body were read as Latin-1, and each was written as a character of its own.',
    cure: rawBytes,
    undo: (body) =>
      isLatin1(body.toString('utf8')) ? Buffer.from(body.toString('utf8'), 'latin1') : undefined,
  },
  {
    id: 'latin-1',
    says: 'The body was written as Latin-1, and was signed as UTF-8.',
    cure: rawBytes,
    undo: (body) => Buffer.from(body.toString('latin1')),
  },
  {
    id: 'unicode-composed',
    says: 'Letters and their accents were put together (Unicode NFC).',
    cure: rawBytes,
    undo: asText((text) => text.normalize('NFD')),
  },
  {
    id: 'unicode-decomposed',
    says: 'Letters were taken apart from their accents (Unicode NFD).',
    cure: rawBytes,
    undo: asText((text) => text.normalize('NFC')),
  },
  {
    id: 'base64',
    says: 'The body is still in base64, as an API gateway hands it on.',
    cure: 'Decode the body where isBase64Encoded is true, before it is verified.',
    undo: (body) =>
      /^[\w+/-]+={0,2}\s*$/.test(body.toString('latin1'))
        ? Buffer.from(body.toString('latin1'), 'base64')
        : undefined,
  },
  {
    id: 'quoted',
    says: 'The body was written as a JSON string: it was turned into JSON twice.',
    cure: parser,
    undo: unquoted,
  },
  {
    id: 'chunked',
    says: 'The body still holds the sizes of its chunks (Transfer-Encoding: chunked).',
    cure: 'Leave out the lines with the sizes: they belong to HTTP, and not to the body.',
    undo: withoutChunks,
  },
]

function unquoted(body: Buffer): Buffer | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'string' ? Buffer.from(value) : undefined
  } catch {
    return undefined
  }
}

function withoutChunks(body: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const [line, size] =
      /^([\da-f]{1,8})(?:;[^\r\n]*)?\r?\n/i.exec(body.subarray(at, at + 100).toString('latin1')) ?? []
    if (line === undefined || size === undefined) return undefined
    const length = parseInt(size, 16)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(body.subarray(at + line.length, at + line.length + length))
    at += line.length + length
    at += body[at] === 13 ? 2 : 1
  }
}

const rewritten = (body: Buffer): Variant<Buffer>[] =>
  rewritings(body.toString('utf8')).map(({ id, how, text }) => ({
    value: Buffer.from(text),
    findings: [
      {
        id: `json-${id}`,
        says: `The JSON was parsed and written again: what was signed is written ${how}.`,
        cure: parser,
      },
    ],
  }))

const changed = (body: Buffer): Variant<Buffer>[] =>
  changes.flatMap(({ id, says, cure, undo }) => {
    const value = undo(body)
    return value ? [{ value, findings: [{ id, says, cure }] }] : []
  })

// Two changes at a time are thousands of bodies. Beyond this size, in bytes, they would take more than some seconds.
const mostForTwoChanges = 100_000

/** The bodies that may have been signed before something changed them: the body itself, then bodies one change away, then two. */
export function* bodiesOf(body: Buffer): Generator<Variant<Buffer>, void> {
  const seen = new Set<string>()
  const isNew = ({ value }: Variant<Buffer>) => {
    const digest = createHash('sha1').update(value).digest('base64')
    if (seen.has(digest)) return false
    seen.add(digest)
    return true
  }
  const itself: Variant<Buffer> = { value: body, findings: [] }
  seen.add(createHash('sha1').update(body).digest('base64'))
  yield itself
  const once = [...changed(body), ...rewritten(body)].filter(isNew)
  yield* once
  if (body.length > mostForTwoChanges) return
  for (const one of once) {
    const twice = one.findings[0]?.id.startsWith('json-')
      ? changed(one.value)
      : [...changed(one.value), ...rewritten(one.value)]
    for (const { value, findings } of twice) {
      const both = { value, findings: [...one.findings, ...findings] }
      if (isNew(both)) yield both
    }
  }
}
