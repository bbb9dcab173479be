import type { SchemeName } from './claims'
import type { Finding, Variant } from './finding'

type Reading = 'decoded' | 'whole' | 'rest' | 'hex' | 'prefixed'

const ownReading: Readonly<Record<SchemeName, Reading>> = {
  'standard-webhooks': 'decoded',
  svix: 'decoded',
  'timestamped-hex': 'whole',
  'body-hex': 'whole',
}

const prefix = 'whsec_'
const withoutPrefix = (secret: string) => (secret.startsWith(prefix) ? secret.slice(prefix.length) : secret)

// Node would leave out what is no base64, and find the right key in a secret that no other program can read.
const strictBase64 = (text: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)

/** The ways in which services make a key of a secret. */
const readings: Readonly<Record<Reading, (secret: string) => Buffer>> = {
  decoded: (secret) => strictBase64(withoutPrefix(secret)),
  whole: (secret) => Buffer.from(secret),
  rest: (secret) => Buffer.from(withoutPrefix(secret)),
  hex: (secret) => Buffer.from(withoutPrefix(secret), 'hex'),
  prefixed: (secret) => Buffer.from(secret.startsWith(prefix) ? secret : prefix + secret),
}

const otherReadings: Readonly<Record<Reading, string>> = {
  decoded: 'the bytes that its part after whsec_ stands for in base64',
  whole: 'the text of the whole secret, whsec_ included',
  rest: 'the text of the secret without whsec_',
  hex: 'the bytes that the secret stands for in hexadecimal',
  prefixed: 'the text of the secret with whsec_ in front of it',
}

const readingFinding = (reading: Reading): Finding => ({
  id: `secret-${reading}`,
  says: `The key of the signature is ${otherReadings[reading]}, which is not how this scheme makes a key.`,
  cure:
    reading === 'prefixed'
      ? 'Give the secret as the service showed it, with whsec_ in front.'
      : 'Ask the service how its keys are made, or give a scheme of your own whose key() makes them so.',
})

interface Tidying {
  id: string
  says: string
  tidy(secret: string): string
}

/** A change that a secret often suffers on its way into a program. */
const tidyings: readonly Tidying[] = [
  {
    id: 'secret-white-space',
    says: 'The secret has white space around it.',
    tidy: (secret) => secret.trim(),
  },
  {
    id: 'secret-quoted',
    says: 'The secret has quotation marks around it.',
    tidy: (secret) => secret.trim().replace(/^(["'`])(.*)\1$/s, '$2'),
  },
  {
    id: 'secret-escaped-newline',
    says: 'The secret ends in the two characters of a written line break.',
    tidy: (secret) => secret.trim().replace(/(\\[nr])+$/, ''),
  },
  {
    id: 'secret-percent-encoded',
    says: 'The secret is percent-encoded.',
    tidy: (secret) =>
      secret.replace(/%[\da-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16))),
  },
  {
    id: 'secret-spaces-for-plus',
    says: 'The secret has spaces where it had plus signs.',
    tidy: (secret) => secret.trim().replaceAll(' ', '+'),
  },
  {
    id: 'secret-url-alphabet',
    says: 'The secret is in the base64 of URLs, with - and _ where + and / are due.',
    tidy: (secret) =>
      (secret.startsWith(prefix) ? prefix : '') + withoutPrefix(secret).replace(/-/g, '+').replace(/_/g, '/'),
  },
  {
    id: 'secret-stray-characters',
    says: 'The secret holds characters that do not belong to it: without them, it fits.',
    tidy: (secret) => secret.replace(/[^\w+/=-]/g, ''),
  },
]

const tidyCure =
  'Set the secret again, exactly as the service showed it: look at the file or the variable it comes from.'

/** The keys that a secret may stand for in a scheme: its own first, then those of usual mistakes. */
export function keysOf(secret: string, scheme: SchemeName): Variant<Buffer>[] {
  const own = ownReading[scheme]
  const texts = [
    { text: secret, findings: [] as Finding[] },
    ...tidyings.flatMap(({ id, says, tidy }) => {
      const text = tidy(secret)
      return text === secret ? [] : [{ text, findings: [{ id, says, cure: tidyCure }] }]
    }),
  ]
  const seen = new Set<string>()
  return texts
    .flatMap(({ text, findings }) =>
      (Object.keys(readings) as Reading[]).map((reading) => ({
        value: readings[reading](text),
        findings: reading === own ? findings : [...findings, readingFinding(reading)],
      })),
    )
    .sort((a, b) => a.findings.length - b.findings.length)
    .filter(({ value }) => {
      const key = value.toString('hex')
      if (value.length === 0 || seen.has(key)) return false
      seen.add(key)
      return true
    })
}
