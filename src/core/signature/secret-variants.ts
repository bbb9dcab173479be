import { utf8 } from '../encoding'
import { base64Bytes, type Bytes } from './bytes'
import type { SchemeName } from './claims'
import type { Finding, Variant } from './finding'

const prefix = 'whsec_'
const withoutPrefix = (secret: string) => (secret.startsWith(prefix) ? secret.slice(prefix.length) : secret)

/** The ways in which services and receivers make a key of a secret. */
const readings: readonly { id: string; how: string; key(secret: string): Bytes }[] = [
  {
    id: 'secret-decoded',
    how: 'the bytes that its part after whsec_ stands for in base64',
    // The letters for URLs and white space are no base64 to other programs.
    key: (secret) => base64Bytes(/^[A-Za-z0-9+/]+={0,2}$/.exec(withoutPrefix(secret))?.[0] ?? ''),
  },
  {
    id: 'secret-whole',
    how: 'the text of the whole secret, whsec_ included',
    key: utf8,
  },
  {
    id: 'secret-rest',
    how: 'the text of the secret without whsec_',
    key: (secret) => utf8(withoutPrefix(secret)),
  },
  {
    id: 'secret-prefixed',
    how: 'the text of the secret with whsec_ in front of it',
    key: (secret) => utf8(prefix + secret),
  },
]

const wrapped: Finding = {
  id: 'secret-wrapped',
  says: 'The secret has something around it (white space, quotation marks, a written line break), or was encoded for a URL.',
  cure: 'Set the secret again, exactly as the service showed it: look at the file or the variable it comes from.',
}

const unwrapped = (secret: string) =>
  secret
    .trim()
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .replace(/(\\[nr])+$/, '')
    .replace(/%[\da-f]{2}/gi, decodeURIComponent)

/** The keys that a secret may stand for in a scheme, the scheme's own first, then those of usual mistakes. */
export function keysOf(secret: string, scheme: SchemeName): Variant<Bytes>[] {
  const own = readings.find(({ id }) => id === (scheme.endsWith('-hex') ? 'secret-whole' : 'secret-decoded'))
  const cure = `The key of this scheme is ${own?.how}. Where the service has another, give a scheme of your own whose key() makes it.`
  const inner = unwrapped(secret)
  const texts = [{ text: secret, findings: [] as Finding[] }]
  if (inner !== secret) texts.push({ text: inner, findings: [wrapped] })
  return texts
    .flatMap(({ text, findings }) =>
      readings.map((reading) => {
        const { id, how } = reading
        const says = `The key of the signature is ${how}, which is not how this scheme makes a key.`
        const value = reading.key(text)
        return { value, findings: reading === own ? findings : [...findings, { id, says, cure }] }
      }),
    )
    .filter(({ value }) => value.length > 0)
    .sort((a, b) => a.findings.length - b.findings.length)
}
