import type { CompleteDialect } from '../../generated/dialect'
import { invalidRequest, Refusal } from '../http/refusal'

const longestKey = 255
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The name of the header that carries the key, `null` where the dialect has none. */
function headerName({ idempotency }: CompleteDialect): string | null {
  if (idempotency.in === 'both') return 'Idempotency-Key'
  return idempotency.in === 'header' ? idempotency.name : null
}

/** The name of the body field that carries the key, `null` where the dialect has none. */
export function idempotencyField({ idempotency }: CompleteDialect): string | null {
  if (idempotency.in === 'both') return 'idempotencyKey'
  return idempotency.in === 'body' ? idempotency.name : null
}

/**
 * The idempotency key of a request, from wherever the dialect has it. The header's value is opaque: `"k"` and `k` are
 * two keys. Throws a refusal when a key is empty or too long, or when body and header differ.
 */
export function idempotencyKey(body: object, headers: Headers, dialect: CompleteDialect): string | undefined {
  const field = idempotencyField(dialect)
  const header = headerName(dialect)
  const fromBody =
    field === null || !Object.hasOwn(body, field) ? undefined : body[field as keyof typeof body]
  const fromHeader = header === null ? null : readable(headers.get(header))
  if (fromBody !== undefined) checkKey(fromBody, field as string)
  if (fromHeader === null) return fromBody
  checkKey(fromHeader, header as string)
  if (fromBody !== undefined && fromBody !== fromHeader) {
    throw invalidRequest(
      `The ${field} field and the ${header} header differ. Send one, or the same in both.`,
      field as string,
      '#/components/parameters/IdempotencyKeyHeader',
    )
  }
  return fromHeader
}

/** The bytes of a header as text: UTF-8 where they are that, as many clients send it, else as the platform reads them. */
function readable(value: string | null): string | null {
  if (value === null || /^[\x20-\x7e]*$/.test(value)) return value
  try {
    return utf8.decode(Uint8Array.from(value, (unit) => unit.charCodeAt(0)))
  } catch {
    return value
  }
}

function checkKey(key: unknown, name: string): void {
  if (typeof key !== 'string') throw invalidRequest(`${name} must be a string.`, name)
  if (key === '') throw invalidRequest(`${name} must not be empty.`, name)
  if ([...key].length > longestKey) {
    throw invalidRequest(`${name} must be at most ${longestKey} characters long.`, name)
  }
}

/** OQ-20: a key that came before with another body, where the dialect refuses that. */
export function idempotencyMismatch(dialect: CompleteDialect): Refusal {
  return new Refusal(
    Number(dialect.idempotencyMismatch),
    'idempotency_mismatch',
    'This idempotency key was used with another body.',
    { param: idempotencyField(dialect) ?? headerName(dialect) ?? undefined },
  )
}

/** Whether two JSON values are equal. The order of an object's members does not count. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && isSameJson(one[name as keyof object], other[name as keyof object]),
    )
  )
}
