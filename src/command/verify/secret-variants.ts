import type { SchemeName } from './claims'
import type { Finding, Variant } from './finding'

const prefix = 'whsec_'
const withoutPrefix = (secret: string) => (secret.startsWith(prefix) ? secret.slice(prefix.length) : secret)

// Node would leave out what is no base64, and find the right key in a secret that no other program can read.
const strictBase64 = (text: string) => Buffer.from(/^[A-Za-z0-9+/]+={0,2}$/.test(text) ? text : '', 'base64')

const ownKeys =
  'Ask the service how its keys are made, or give a scheme of your own whose key() makes them so.'

/** The ways in which services make a key of a secret. */
const readings: readonly { id: string; how: string; cure: string; key(secret: string): Buffer }[] = [
  {
    id: 'secret-decoded',
    how: 'the bytes that its part after whsec_ stands for in base64',
    cure: ownKeys,
    key: (secret) => strictBase64(withoutPrefix(secret)),
  },
  {
    id: 'secret-whole',
    how: 'the text of the whole secret, whsec_ included',
    cure: ownKeys,
    key: (secret) => Buffer.from(secret),
  },
  {
    id: 'secret-rest',
    how: 'the text of the secret without whsec_',
    cure: ownKeys,
    key: (secret) => Buffer.from(withoutPrefix(secret)),
  },
  {
    id: 'secret-prefixed',
    how: 'the text of the secret with whsec_ in front of it',
    cure: 'Give the secret as the service showed it, with whsec_ in front.',
    key: (secret) => Buffer.from(prefix + secret),
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
export function keysOf(secret: string, scheme: SchemeName): Variant<Buffer>[] {
  const own = scheme.endsWith('-hex') ? 'secret-whole' : 'secret-decoded'
  const inner = unwrapped(secret)
  const texts = [{ text: secret, findings: [] as Finding[] }]
  if (inner !== secret) texts.push({ text: inner, findings: [wrapped] })
  return texts
    .flatMap(({ text, findings }) =>
      readings.map(({ id, how, cure, key }) => {
        const says = `The key of the signature is ${how}, which is not how this scheme makes a key.`
        return { value: key(text), findings: id === own ? findings : [...findings, { id, says, cure }] }
      }),
    )
    .filter(({ value }) => value.length > 0)
    .sort((a, b) => a.findings.length - b.findings.length)
}
