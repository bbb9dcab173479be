import { createHash, createHmac } from 'node:crypto'
import { carriersIn, type Carrier } from './signature-carriers'
import { keysOf, signedBodies } from './signature-schemes'
import type { Delivery } from '../receiver/inbox'

/** Keyed hashes by the bytes that they have. */
const algorithms: Readonly<Record<number, string>> = {
  20: 'sha1',
  28: 'sha224',
  32: 'sha256',
  48: 'sha384',
  64: 'sha512',
}
/** The parts that may be signed together with the body, in their order. */
const orders = [
  ...['', 'time', 'id', 'url', 'id time', 'time id', 'time url', 'url time'],
  ...['id time url', 'time id url', 'method url', 'method url time', 'time method url'],
]
const separators = ['.', '', ':', '\n', '|', ',']
const mostOfEach = 4
/** Bytes of the largest body that is searched: the time that a search takes grows with it. */
const largest = 8_192

/** A way to sign that none of the schemes has: which parts stand before the body, and what separates them. */
export interface Recipe {
  order: string
  separator: string
}

/** The recipe of JSON Web Tokens. */
const token: Recipe = { order: 'token', separator: '' }
const recipes: readonly Recipe[] = [
  token,
  ...orders.flatMap((order) =>
    (order === '' ? [''] : separators).map((separator): Recipe => ({ order, separator })),
  ),
]

/** Whether all recipes may be tried on a delivery: the time that this takes grows with its body. */
export function canBeSearched({ body }: Delivery): boolean {
  return body.length <= largest
}

/**
 * The value of a delivery that a webhook's secret verifies in some way that none of the schemes has: another hash, another
 * key, and time, id or URL signed with the body. `undefined` where none is found, which shows nothing. Recipes by which the
 * service was seen to sign are tried on deliveries of any size.
 */
export function findKeyedHash(
  delivery: Delivery,
  secret: string,
  url: string | undefined,
  known: readonly Recipe[],
  triesAll: boolean,
): { carrier: Carrier; recipe: Recipe } | undefined {
  const { whole, decoded, others } = keysOf(secret)
  const keys = [whole, decoded, ...others]
  const carriers = carriersIn(delivery)
    .slice(0, mostOfEach)
    .filter(({ tokens }) => tokens.some(({ length }) => length in algorithms))
  if (carriers.length === 0) return undefined
  const parts = partsOf(delivery, url)
  const bodies = signedBodies(delivery)
  // With other parts some sign a digest in the place of the body.
  const digests = bodies.map((body) => Buffer.from(createHash('sha256').update(body).digest('hex')))
  for (const recipe of [...known, ...(triesAll ? recipes : [])]) {
    const contents = recipe.order === '' ? bodies : [...bodies, ...digests]
    const messages = recipe === token ? tokenMessages(delivery) : messagesOf(contents, parts, recipe)
    const carrier = carriers.find(({ tokens }) =>
      tokens.some((one) => {
        const algorithm = algorithms[one.length]
        if (algorithm === undefined) return false
        return keys.some((key) =>
          messages.some((message) => createHmac(algorithm, key).update(message).digest().equals(one)),
        )
      }),
    )
    if (carrier) return { carrier, recipe }
  }
  return undefined
}

/** The parts of JSON Web Tokens that are signed. */
function tokenMessages({ headers, body }: Delivery): string[] {
  return [...headers.values()].flatMap((value) => {
    const [, header, payload] = /([\w-]{10,})\.([\w-]*)\.[\w-]{20,}$/.exec(value) ?? []
    if (header === undefined) return []
    // The payload of a detached token is the body.
    return [`${header}.${payload === '' ? Buffer.from(body).toString('base64url') : payload}`]
  })
}

type Parts = Readonly<Record<string, readonly string[]>>

/** The parts of a delivery that may be signed with its body. */
function partsOf({ headers, path, method }: Delivery, url?: string): Parts {
  const values = [...headers].flatMap(([name, value]) => [
    ...[...value.matchAll(/\bt(?:s|ime|imestamp)?=(\d{9,16})/g)].map(([, time = '']) => ({
      name: 'time',
      value: time,
    })),
    { name, value },
  ])
  const is = (test: RegExp) => values.filter(({ name }) => test.test(name)).map(({ value }) => value)
  const times = values.map(({ value }) => value).filter((value) => /^\d{9,16}$/.test(value))
  return {
    time: [...new Set([...is(/time|date|created/i), ...times])].slice(0, mostOfEach),
    id: is(/(^|[-_])id$/i).slice(0, mostOfEach),
    url: url === undefined ? [path] : [...new Set([url, deliveredUrl(url, path)].flatMap(writtenUrls))],
    method: [method],
  }
}

/** The URL that a delivery went to: the registered one, and what the service added to its query. */
function deliveredUrl(url: string, path: string): string {
  // The path of a delivery is kept from the webhook's own address on.
  const address = /^\/[^/]+\/[^/?]+/.exec(path)?.[0]
  const at = address === undefined ? -1 : url.indexOf(address)
  return at < 0 ? url : url.slice(0, at) + path
}

/** A URL, and its path with its query. */
function writtenUrls(url: string): string[] {
  const { pathname, search } = new URL(url)
  return [url, pathname + search]
}

function messagesOf(contents: readonly Uint8Array[], parts: Parts, { order, separator }: Recipe) {
  const starts = order === '' ? [[]] : product(order.split(' ').map((name) => parts[name] ?? []))
  return starts.flatMap((start) => {
    const text = Buffer.from(start.map((one) => one + separator).join(''))
    return contents.map((one) => Buffer.concat([text, one]))
  })
}

function product(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>(
    (made, list) => made.flatMap((start) => list.map((one) => [...start, one])),
    [[]],
  )
}
