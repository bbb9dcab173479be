import { parseJson } from '../../wire/json'
import type { Delivery } from '../../receiver/inbox'
import type { Dialect } from '../../../../generated/dialect'

/** The field of a form that usually holds the JSON of a delivery. */
const formField = 'payload'

/** The JSON value in a delivery's body and how it is written there. A body without a byte holds none. */
export interface DecodedBody {
  encoding: NonNullable<Dialect['deliveryEncoding']>
  value?: unknown
}

type Body = Pick<Delivery, 'headers' | 'text' | 'json'>

/** Decodes the body of a delivery; `undefined` where none of the known ways fits. */
export function decodedBody({ headers, text, json }: Body): DecodedBody | undefined {
  if (text === '') return { encoding: 'empty' }
  if (typeof json === 'string') {
    const value = parseJson(json)
    return value === undefined ? undefined : { encoding: 'json-string', value }
  }
  if (json !== undefined) return { encoding: 'json', value: json }
  const isForm = /x-www-form-urlencoded/i.test(headers.get('content-type') ?? '')
  const found = (isForm ? inForm(text) : undefined) ?? inJson(text) ?? inMarkup(text) ?? inBase64(text)
  if (!found) return undefined
  const { template, value } = found
  return { encoding: template === `${formField}={form}` ? 'form' : { template }, value }
}

/** A text around a JSON object, with a placeholder in the place of it. */
interface Surrounded {
  template: string
  value: object
}

/**
 * The encoding of two deliveries, with placeholders in the place of what is another one in each: a form may hold a time, a token
 * and a signature beside the JSON.
 */
export function commonEncoding(
  one: DecodedBody['encoding'],
  other: DecodedBody['encoding'],
): DecodedBody['encoding'] {
  if (typeof one === 'string' || typeof other === 'string' || one.template === other.template) return one
  const [words, otherWords] = [one.template, other.template].map((text) => text.split(part))
  if (!words || words.length !== otherWords?.length) return one
  const filled = words.map((word, index) =>
    word === otherWords[index] ? (timeIn(word) ?? word) : placeholderFor(word),
  )
  return { template: filled.join('') }
}

/** The words of a text, between the signs that separate them. */
const part = /([\w+/%.-]+)/

function placeholderFor(word: string): string {
  return timeIn(word) ?? `{${/^[0-9a-f]+$/.test(word) ? 'hex' : 'random'}:${word.length}}`
}

/** The placeholder of a word that is a Unix time of these decades. */
function timeIn(word: string): string | undefined {
  if (/^[12]\d{9}$/.test(word)) return '{unix}'
  return /^[12]\d{12}$/.test(word) ? '{unix:milliseconds}' : undefined
}

function inForm(text: string): Surrounded | undefined {
  for (const field of text.split('&')) {
    const [name = '', ...rest] = field.split('=')
    const value = objectIn(new URLSearchParams(`v=${rest.join('=')}`).get('v') ?? '')
    if (value) return { template: text.replace(field, () => `${name}={form}`), value }
  }
  return undefined
}

/** From the first opening brace to the last closing one. */
const braces = /\{[^]*\}/

function inJson(text: string): Surrounded | undefined {
  return surrounded(text, braces.exec(text)?.[0], '{json}', (part) => part)
}

const signs: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#34;': '"', '&apos;': "'", '&#39;': "'" },
}

function inMarkup(text: string): Surrounded | undefined {
  const unescape = (part: string) =>
    part.replace(/&(amp|lt|gt|quot|apos|#34|#39);/g, (sign) => signs[sign] ?? sign)
  return surrounded(text, braces.exec(text)?.[0], '{markup}', unescape)
}

function inBase64(text: string): Surrounded | undefined {
  const part = /[\w+/-]{24,}={0,2}/.exec(text)?.[0]
  return surrounded(text, part, '{base64}', (one) => Buffer.from(one, 'base64').toString())
}

function surrounded(
  text: string,
  part: string | undefined,
  placeholder: string,
  decode: (part: string) => string,
): Surrounded | undefined {
  const value = part === undefined ? undefined : objectIn(decode(part))
  return value && part !== undefined ? { template: text.replace(part, () => placeholder), value } : undefined
}

function objectIn(text: string): object | undefined {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null ? value : undefined
}
