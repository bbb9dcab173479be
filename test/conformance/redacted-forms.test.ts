import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Redactor } from '../contract/wire/redact'

type Write = (text: string) => string

const codesOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const each =
  (write: (code: number) => string): Write =>
  (text) =>
    codesOf(text).map(write).join('')
const hexOf = (code: number) => code.toString(16).padStart(2, '0')

function base32(text: string): string {
  const bits = codesOf(text)
    .map((code) => code.toString(2).padStart(8, '0'))
    .join('')
  const digits = bits.match(/.{1,5}/g) ?? []
  return digits
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(parseInt(five.padEnd(5, '0'), 2)))
    .join('')
}

const base64: Write = (text) => Buffer.from(text).toString('base64')

/** Ways in which a service may write a secret. */
const forms: Readonly<Record<string, Write>> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  backwards: (text) => [...text].reverse().join(''),
  'in groups': (text) => (text.match(/.{1,4}/g) ?? []).join('-'),
  'over two lines': (text) => `${text.slice(0, 20)}\r\n${text.slice(20)}`,
  'without its prefix': (text) => text.replace(/^[a-z]+_([a-z]+_)?/, ''),
  'its first half': (text) => text.slice(0, text.length / 2 + 4),
  'its second half': (text) => text.slice(text.length / 2 - 4),
  'in a URL': encodeURIComponent,
  'in a URL, every letter': each((code) => `%${hexOf(code)}`),
  'in a URL, every letter, in capitals': each((code) => `%${hexOf(code).toUpperCase()}`),
  'in a URL, every letter twice': each((code) => `%25${hexOf(code)}`),
  'in JSON': (text) => JSON.stringify(text),
  'in JSON, every letter': each((code) => `\\u00${hexOf(code)}`),
  'in JSON that stands in JSON': (text) => JSON.stringify(JSON.stringify({ text })),
  'in a script': each((code) => `\\x${hexOf(code)}`),
  'in HTML, every letter': each((code) => `&#${code};`),
  'in HTML, every letter in hex': each((code) => `&#x${hexOf(code).toUpperCase()};`),
  'in HTML, with names': (text) =>
    text.replaceAll('_', '&lowbar;').replaceAll('+', '&plus;').replaceAll('/', '&sol;'),
  'in hex': each(hexOf),
  'in hex, in capitals': each((code) => hexOf(code).toUpperCase()),
  'in hex with blanks': (text) => codesOf(text).map(hexOf).join(' '),
  'in hex with colons': (text) => codesOf(text).map(hexOf).join(':'),
  'as bytes in hex': (text) =>
    codesOf(text)
      .map((code) => `0x${hexOf(code)}`)
      .join(', '),
  'as bytes': (text) => JSON.stringify(codesOf(text)),
  'in UTF-16, in hex': (text) => Buffer.from(text, 'utf16le').toString('hex'),
  'in base64': base64,
  'in base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'in base64 twice': (text) => base64(base64(text)),
  'in base64, as of a header': (text) => base64(`Bearer ${text}`),
  'in base64, as of a user': (text) => base64(`me:${text}:`),
  'in base64, over lines': (text) => (base64(`a=${text}`).match(/.{1,76}/g) ?? []).join('\r\n'),
  'in base64, in small letters': (text) => base64(`Bearer ${text}`).toLowerCase(),
  'in base64, in capitals': (text) => base64(`me:${text}:`).toUpperCase(),
  'in hex of base64': (text) => Buffer.from(base64(text)).toString('hex'),
  'in base64 of a URL': (text) => base64(each((code) => `%${hexOf(code)}`)(text)),
  'in base32': base32,
  'in base32, in small letters': (text) => base32(`key ${text}`).toLowerCase(),
}

const letters = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length + 20 })
const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const isRandom = (text: string) => /\d/.test(text) && /[a-zA-Z]/.test(text)
const secrets = fc.oneof(
  letters(alphanumeric, 24)
    .filter(isRandom)
    .map((text) => `sk_live_${text}`),
  letters('0123456789abcdef', 24)
    .filter(isRandom)
    .map((text) => `sk_test_${text}`),
  fc
    .uint8Array({ minLength: 24, maxLength: 48 })
    .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)
    .filter((text) => isRandom(text.slice(6)) && text.replace(/[^A-Za-z0-9]/g, '').length > 30),
)

/** The longest text that both hold. */
function longestCommon(one: string, other: string): string {
  let longest = ''
  for (let start = 0; start + longest.length < one.length; start += 1) {
    while (
      start + longest.length < one.length &&
      other.includes(one.slice(start, start + longest.length + 1))
    )
      longest = one.slice(start, start + longest.length + 1)
  }
  return longest
}

test.each(Object.entries(forms))('nothing is left of a secret that is written %s', (_, write) => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const redactor = new Redactor()
      redactor.add(secret, '<secret>')
      const written = write(secret)
      // The text around it has no letter that a secret may have too, which would be taken for a part of the secret.
      const text = redactor.redact(`{"é": "${written}", "ü": "ö"}`)
      expect(text).toContain('<secret>')
      expect(text).toMatch(/^\{"é": ".*, "ü": "ö"\}$/s)
      // A code or two at an end may belong to the letters around the secret.
      expect(longestCommon(written, text).length).toBeLessThan(24)
    }),
    { numRuns: 20 },
  )
})

test('texts without a secret stay as they are', () => {
  const redactor = new Redactor()
  for (const secret of ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
    redactor.add(secret, '<secret>')
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.json(),
    fc.base64String(),
    fc.lorem(),
  )
  fc.assert(
    fc.property(texts, (text) => void expect(redactor.redact(text)).toBe(text)),
    { numRuns: 500 },
  )
})

test('what only looks like a secret stays: a prefix, a hint, words', () => {
  const redactor = new Redactor()
  redactor.add('sk_live_4eC39HqLyjWDarjtT1zdp7dc', '<key>')
  redactor.add('whsec_passed', '<secret>')
  redactor.add('whsec_', '<secret>')
  redactor.add('whsec_webhook-status', '<secret>')
  const text = 'sk_live_4eC3…p7dc, whsec_••••9f3a, passed, sk_live_, webhook status, whsec_'
  expect(redactor.redact(text)).toBe(text)
})

test('a secret of odd characters is taken out as it is, and steers nothing', () => {
  for (const secret of [
    'whsec_$&$1$`$$',
    'whsec_(a+)+$[',
    'whsec_"status":"failed"',
    'whsec_a\nb\r\nc',
    'whsec_\\u0041x',
  ]) {
    const redactor = new Redactor()
    redactor.add(secret, '$&<secret>')
    expect(redactor.redact(`before ${secret} after`)).toBe('before $&<secret> after')
    expect(redactor.redact(JSON.stringify({ secret }))).toContain('$&<secret>')
  }
})

test('a secret of 10,000 letters is taken out as a whole', () => {
  const redactor = new Redactor()
  const secret = `whsec_${Array.from({ length: 2_000 }, (_, index) => index.toString(36).padStart(5, 'q')).join('')}`
  redactor.add(secret, '<secret>')
  expect(redactor.redact(`before ${secret} after`)).toBe('before <secret> after')
})

test('where secrets stand in one another, the longest one is named', () => {
  const redactor = new Redactor()
  redactor.add('sk_live_4eC39HqLyjWD', '<short>')
  redactor.add('sk_live_4eC39HqLyjWDarjtT1zdp7dc', '<long>')
  expect(redactor.redact('a sk_live_4eC39HqLyjWDarjtT1zdp7dc b sk_live_4eC39HqLyjWD c')).toBe(
    'a <long> b <short> c',
  )
})
