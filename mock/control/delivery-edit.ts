import type { DeliveryEdit } from '../deliveries/send'
import { invalidRequest } from '../http/refusal'
import { refuseStray } from './refuse-stray'

// RFC 9110 section 5.6.2: the characters of a header's name.
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// Only the connection knows the right values of these.
const ofConnection =
  /^(content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|te|host|expect)$/

/** The edit that the body of a control request states. Throws a refusal that names the wrong field. */
export function deliveryEditFrom(body: Record<string, unknown>): DeliveryEdit {
  refuseStray(body, ['body', 'headers'], 'an edited delivery')
  return { ...editedBody(body.body), ...editedHeaders(body.headers) }
}

function editedBody(body: unknown): Pick<DeliveryEdit, 'body'> {
  if (body === undefined) return {}
  if (typeof body !== 'string') throw invalidRequest('body must be a string: the text that is sent.', 'body')
  return { body }
}

function editedHeaders(given: unknown): Pick<DeliveryEdit, 'headers'> {
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalidRequest('headers must be an object of header names and their values.', 'headers')
  }
  const headers = Object.entries(given).map(([written, value]: [string, unknown]) => {
    const name = written.toLowerCase()
    if (!token.test(name)) throw wrong(written, 'is no name of a header.')
    if (ofConnection.test(name)) throw wrong(written, 'is decided by the connection and cannot be edited.')
    if (value === null) return [name, null]
    if (typeof value !== 'string') throw wrong(written, 'must be a string, or null to leave the header out.')
    // RFC 9110 section 5.5: a value is printable ASCII, with spaces and tabs between.
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw wrong(written, 'must be printable ASCII without line breaks.')
    return [name, value.trim()]
  })
  return { headers: Object.fromEntries(headers) as Record<string, string | null> }
}

const wrong = (name: string, complaint: string) =>
  invalidRequest(`headers.${name} ${complaint}`, `headers.${name}`)
