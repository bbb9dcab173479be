import { scopes, type Scope } from '../../../generated/operations'
import { WrongValue } from '../../../src/core/commands/usage-error'
import { isLoopback, parseUrl } from '../../../src/core/url'
import type { IdempotencyPlace } from '../engine/options'
import type { ScopedKey } from '../engine/target'

export function baseUrl(text: string): string {
  const url = parse(text, 'https://events.example.com')
  const loopback = isLoopback(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback))
    throw new WrongValue('has to begin with https://, or on this machine with http://.')
  assertBare(url)
  if (/\/v1\/*$/.test(url.pathname))
    throw new WrongValue('ends in /v1, with which every path of the interface begins: leave it out.')
  return url.href.replace(/\/+$/, '')
}

export function receiverUrl(text: string): string {
  const url = parse(text, 'https://hooks.example.com/conformance')
  if (url.protocol !== 'https:') throw new WrongValue('has to begin with https://, as webhooks are HTTPS.')
  assertBare(url)
  return url.href.replace(/\/+$/, '')
}

function parse(text: string, example: string): URL {
  const url = parseUrl(text)
  if (!url) throw new WrongValue(`is no URL. It is of the form ${example}.`)
  return url
}

/** Refuses a URL with more than an origin and a path: the paths and queries of a run are put behind it. */
function assertBare({ username, password, search, hash }: URL): void {
  if (username || password)
    throw new WrongValue('takes no user and no password: keys have flags of their own.')
  if (search || hash) throw new WrongValue('takes no query and no fragment.')
}

/** An API key. Reports have to leave it out, so that it may not be a word that other texts hold. */
export function key(text: string): string {
  const value = text.trim()
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new WrongValue(
      'holds a blank, a line break or a letter that no key has. Was it cut or copied in part?',
    )
  if (value.startsWith('whsec_')) throw new WrongValue('is the signing secret of a webhook, not an API key.')
  if (value.length < 8 || /^[A-Za-z-]+$/.test(value))
    throw new WrongValue(
      'is a word or too short: reports could not leave it out. A key is of the form sk_test_….',
    )
  return value
}

export function scopedKey(text: string): ScopedKey {
  const split = text.indexOf('=')
  const form = 'It is of the form events:read,webhooks:read=sk_live_….'
  if (split < 1) throw new WrongValue(`names no scopes. ${form}`)
  const named = text
    .slice(0, split)
    .split(',')
    .map((scope) => scope.trim())
  const unknown = named.find((scope) => !scopes.some((one) => one === scope))
  // A message may not show a key that was put before the scopes.
  const shown = /^[a-z]*:[a-z]*$/i.test(unknown ?? '') ? unknown : 'what stands before ='
  if (unknown !== undefined) throw new Error(`${shown} is no scope. There are ${scopes.join(', ')}.`)
  const value = text.slice(split + 1)
  if (value === '') throw new WrongValue(`names no key. ${form}`)
  return { value: key(value), scopes: named as Scope[] }
}

export function address(text: string): { host: string; port: number } {
  const [, host = '', port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (!host || Number(port) > 65_535) throw new WrongValue('is no HOST:PORT, as 127.0.0.1:8443.')
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

export function plan(text: string): number {
  if (text === 'free') return 10
  if (text === 'pro') return 100
  return positive(text, 'is neither free nor pro nor a number of requests a second, as 50.')
}

export function rate(text: string): number {
  return text === 'none'
    ? Infinity
    : positive(text, 'is neither none nor a number of requests a second, as 8.')
}

function positive(text: string, otherwise: string): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (!(number > 0 && number < Infinity)) throw new WrongValue(otherwise)
  return number
}

const reservedNames = /^(authorization|content-type|content-length|accept|host|type|data)$/i

export function place(text: string): IdempotencyPlace {
  const [, where, name = ''] = /^(header|body):(.+)$/.exec(text) ?? []
  if (where === undefined)
    throw new WrongValue('is of the form header:NAME or body:NAME, as header:Idempotency-Key.')
  if (where === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new WrongValue('names no header: a header has no blanks and no colons.')
  if (reservedNames.test(name)) throw new WrongValue(`names ${name}, which has a meaning of its own.`)
  return { in: where as IdempotencyPlace['in'], name }
}

export function list(text: string, before: readonly string[] = []): readonly string[] {
  const named = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (named.length === 0)
    throw new WrongValue('names nothing. It takes checks or rules, as EV-2,create-event.')
  return [...before, ...named]
}
