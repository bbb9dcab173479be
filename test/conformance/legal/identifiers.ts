import { randomBytes, randomUUID } from 'node:crypto'
import type { Choices } from './dimensions'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes identifiers of one form: each call returns another one that bears the prefix. */
export function identifierMaker(form: Choices['ids'], now: () => number): (prefix: string) => string {
  let last = 0
  const makers: Record<Choices['ids'], () => string> = {
    uuid: () => randomUUID(),
    counter: () => String((last += 1)),
    ulid: () => ulid(now()),
    long: () => randomBytes(100).toString('hex'),
    punctuated: () => `${randomBytes(12).toString('base64').replaceAll('/', '+')}:v1@eu=`,
    digits: () => String(BigInt(Math.floor(now())) * 4_194_304n + BigInt((last += 1))),
  }
  return (prefix) => prefix + makers[form]()
}

function ulid(time: number): string {
  let text = ''
  for (let rest = Math.floor(time), place = 0; place < 10; place += 1, rest = Math.floor(rest / 32)) {
    text = (crockford[rest % 32] ?? '') + text
  }
  return text + [...randomBytes(16)].map((byte) => crockford[byte % 32]).join('')
}

const secretMakers: Record<Choices['secrets'], () => string> = {
  base64: () => randomBytes(24).toString('base64'),
  hex: () => randomBytes(32).toString('hex'),
  'url-safe': () => randomBytes(32).toString('base64url'),
  long: () => randomBytes(150).toString('base64'),
}

/** A new signing secret. */
export function newSecret(form: Choices['secrets']): string {
  return `whsec_${secretMakers[form]()}`
}

const keyMakers: Record<Choices['keyForm'], (mode: string) => string> = {
  words: (mode) => `sk_${mode}_legal_${randomBytes(8).toString('hex')}`,
  hex: (mode) => `sk_${mode}_${randomBytes(16).toString('hex')}`,
  long: (mode) => `sk_${mode}_${randomBytes(90).toString('base64url')}`,
  short: (mode) => `sk_${mode}_${randomBytes(5).toString('hex')}`,
}

/** A new API key of a mode. */
export function newKey(form: Choices['keyForm'], mode: string): string {
  return keyMakers[form](mode)
}
