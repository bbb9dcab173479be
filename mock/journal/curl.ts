import { shellWord } from '../../src/core/shell'
import { isLoopback } from '../../src/core/url'
import { strictUtf8 } from '../http/strict-utf8'
import { bytesOf, type KeptText, type RecordedRequest } from './record'
import { lettersOf, piecesOf, piecesOfHeader, type KnownSecrets, type Piece } from './redaction'
import { createShellWriter, type ShellWriter } from './shell'

/** A request as a command line, or the reason why there is none. */
export type CurlResult = { curl: string } | { noCurl: string }

type Header = readonly [name: string, value: string]

// Older versions of curl announce a body of this many bytes by `Expect` and wait for the server's consent.
const longestUnannounced = 1_024

/**
 * Writes a request as a command line for a POSIX shell, which sends the same method, target, headers and body. Secrets
 * are read from variables of the shell, the API key from the one that the SDK reads, too.
 */
export function curlOf(request: RecordedRequest, known: KnownSecrets): CurlResult {
  const { method, body, isRaw, aborted } = request
  if (method === '') return { noCurl: 'The request could not be read.' }
  if (body?.cut) return { noCurl: 'The journal does not hold the whole body of the request.' }
  const headers = pairsOf(request.headers)
  const hosts = headers.filter(([name]) => name.toLowerCase() === 'host')
  if (hosts.length > 1) return { noCurl: 'curl sends no second Host header.' }

  const shell = createShellWriter()
  const { base, target } = placeOf(request, hosts[0]?.[1])
  // The key of this header gets the name that the SDK reads.
  for (const [name, value] of headers) {
    if (name.toLowerCase() === 'authorization') shell.bytesWord(piecesOfHeader(name, value, known))
  }
  const sent = bodyOf(body, headers, known, shell)
  const words = headersToSend(headers, base, sent).map((header) => shell.bytesWord(lineOf(header, known)))
  if (isRaw) words.push(...switchedOff(headers, body).map((name) => `'${name}:'`))

  const parts = ['curl', ...methodFlags(method, sent !== undefined)]
  // No client trusts the certificate that the mock makes for itself.
  if (/^https:/i.test(base) && isLoopback(new URL(base).host)) parts.push('--insecure')
  if (aborted) parts.push('--max-time 1')
  if (/\/\.{1,2}(\/|$|\?)/.test(target)) parts.push('--path-as-is')
  if (/[[\]{}]/.test(target)) parts.push('--globoff')
  if (isPlain(target)) parts.push(shell.bytesWord(piecesOf(base + target, known)))
  else parts.push(`--request-target ${shell.bytesWord(piecesOf(target, known))}`, `'${base}/'`)
  parts.push(...words.map((word) => `-H ${word}`))
  if (sent) parts.push(sent.flag)
  return { curl: sent?.pipe ? `{ ${sent.pipe}; } | ${parts.join(' ')}` : parts.join(' ') }
}

function pairsOf(flat: readonly string[]): Header[] {
  const pairs: Header[] = []
  for (let index = 0; index < flat.length; index += 2) pairs.push([flat[index] ?? '', flat[index + 1] ?? ''])
  return pairs
}

/** The place to send to: the address at which the face listens, where the Host header names another port or a foreign host. */
function placeOf({ url, target: sent, origin }: RecordedRequest, host: string | undefined) {
  const [, asked = '', rest = ''] = /^([a-z]+:\/\/[^/?#]*)(.*)$/is.exec(url) ?? []
  const target = sent ?? (rest === '' ? '/' : rest)
  if (origin === undefined) return { base: asked, target }
  const port = /:\d+$/.exec(origin)?.[0]
  const isOwn = host !== undefined && isLoopback(host) && /:\d+$/.exec(host)?.[0] === port
  return { base: isOwn ? origin.replace(/\/\/.*/, `//${host}`) : origin, target }
}

/** Whether curl sends a target as it is written in a URL. */
function isPlain(target: string): boolean {
  return /^\/[\w\-.~!$&'()*+,;=:@/?%[\]{}|]*$/.test(target)
}

function methodFlags(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD' && !hasBody) return ['--head']
  return ['-X', shellWord(method)]
}

interface SentBody {
  /** The flag that hands the body to curl. */
  flag: string
  /** The commands that print the body, where no word of a shell can hold it. */
  pipe?: string
  /** Whether curl reckons the length of the body by itself, and writes the header as it was sent. */
  isMeasured: boolean
}

function bodyOf(
  body: KeptText | undefined,
  headers: readonly Header[],
  known: KnownSecrets,
  shell: ShellWriter,
): SentBody | undefined {
  if (body === undefined || body.length === 0) return undefined
  const bytes = bytesOf(body)
  const pieces = piecesOf(lettersOf(bytes), known)
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')
  const hasSecrets = pieces.some((piece) => typeof piece !== 'string')
  const isMeasured =
    length === undefined || (!body.brokenOff && (length[0] === 'Content-Length' || hasSecrets))
  if (!isText(bytes)) return { flag: '--data-binary @-', pipe: shell.printing(pieces), isMeasured }
  return { flag: `--data-raw ${shell.bytesWord(pieces)}`, isMeasured }
}

/** Whether a word of a shell can hold these bytes: they are text without a zero byte. */
function isText(bytes: Uint8Array): boolean {
  try {
    return !strictUtf8.decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** The headers that curl does not send by itself as they were sent. */
function headersToSend(headers: readonly Header[], base: string, body: SentBody | undefined): Header[] {
  return headers.filter(([name, value]) => {
    const lower = name.toLowerCase()
    if (lower === 'host') return !base.endsWith(`//${value}`)
    return lower !== 'content-length' || !body?.isMeasured
  })
}

/** A header as curl takes it, which leaves out one without a value unless it ends in a semicolon. */
function lineOf([name, value]: Header, known: KnownSecrets): Piece[] {
  return value === '' ? [`${name};`] : [`${name}: `, ...piecesOfHeader(name, value, known)]
}

/** The headers that curl would send although the request had none. */
function switchedOff(headers: readonly Header[], body: KeptText | undefined): string[] {
  const has = new Set(headers.map(([name]) => name.toLowerCase()))
  const length = body?.length ?? 0
  const added = ['User-Agent', 'Accept']
  if (length > 0) added.push('Content-Type')
  if (length > longestUnannounced) added.push('Expect')
  return added.filter((name) => !has.has(name.toLowerCase()))
}
