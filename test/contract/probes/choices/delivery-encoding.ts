import { parseJson } from '../../wire/parse-json'
import type { Delivery } from '../../receiver/inbox'

/** The field of a form that holds the JSON of a delivery. */
const formField = 'payload'

/** The JSON value in a delivery's body and how it is written there; `undefined` where none of the known ways fits. */
export function decodedBody({
  headers,
  text,
  json,
}: Pick<Delivery, 'headers' | 'text' | 'json'>):
  { encoding: 'json' | 'json-string' | 'form'; value: unknown } | undefined {
  if (typeof json === 'string') {
    const value = parseJson(json)
    return value === undefined ? undefined : { encoding: 'json-string', value }
  }
  if (json !== undefined) return { encoding: 'json', value: json }
  if (!/x-www-form-urlencoded/i.test(headers.get('content-type') ?? '')) return undefined
  const value = parseJson(new URLSearchParams(text).get(formField) ?? '')
  return value === undefined ? undefined : { encoding: 'form', value }
}
