import type { Dialect } from '../../generated/dialect'
import type { components } from '../../generated/types'

/** RFC 9110 section 5.6.2: the characters of a header's name. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

// Every request or delivery has these headers already, with another meaning.
const reserved =
  /^(authorization|content-type|content-length|transfer-encoding|connection|host|user-agent|x-mock-session)$/i

const ofEvents: readonly string[] = ['type', 'data'] satisfies (keyof components['schemas']['EventCreate'])[]

/** Why a dialect cannot give a header this name. `undefined` where it can. */
export const headerFault = (name: string): string | undefined =>
  reserved.test(name)
    ? 'is a header with another meaning.'
    : token.test(name)
      ? undefined
      : 'is no name of a header.'

/** Why no idempotency key can have the name that a dialect gives it, and which one it can have. `undefined` where it can. */
export function keyNameFault({ idempotency }: Dialect): string | undefined {
  if (!idempotency || idempotency.in === 'both') return undefined
  const { in: place, name } = idempotency
  if (place === 'header') {
    const fault = headerFault(name)
    return fault && `idempotency.name ${JSON.stringify(name)} ${fault} A usual one is Idempotency-Key.`
  }
  return ofEvents.includes(name)
    ? `idempotency.name cannot be ${name}, a field that every event has. A usual one is idempotencyKey.`
    : undefined
}
