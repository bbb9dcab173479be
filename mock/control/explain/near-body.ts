import { readJson } from '../../http/json/read-json'
import { shownValue, type Finders } from './refused-case'

/** The near misses of requests whose body is too large, undeclared or no JSON object. */
export const nearBody = {
  payloadTooLarge({ headers }, { settings: { dialect } }) {
    const limit = dialect.maxPayloadBytes
    const declared = Number(headers.get('content-length'))
    const excess = declared > limit ? ` It is ${declared - limit} bytes too long.` : ''
    return {
      sent: declared > limit ? `${declared} bytes` : undefined,
      right: `at most ${limit} bytes`,
      hint: `A body may have ${limit} bytes.${excess} Put large payloads elsewhere, and their URL into the event.`,
    }
  },

  contentType: ({ headers }) => ({
    field: 'content-type',
    sent: headers.get('content-type') ?? '',
    right: 'application/json',
    hint: 'Send Content-Type: application/json.',
  }),

  missingBody: ({ operation }) => ({
    right: operation?.request
      ? `{${operation.request.required.map((name) => `"${name}": …`).join(', ')}}`
      : undefined,
    hint: 'The request has no body, and this operation wants a JSON object.',
  }),

  malformedJson({ body, isCut }) {
    const error = body === undefined ? undefined : readJson(body).error
    if (!error) {
      return {
        hint: isCut
          ? 'The fault lies beyond the part of the body that the journal keeps.'
          : 'The body is not valid UTF-8.',
      }
    }
    const { line, column, offset, message } = error
    if (isCut && offset >= (body?.length ?? 0)) {
      return { hint: 'The fault lies beyond the part of the body that the journal keeps.' }
    }
    return {
      field: `line ${line}, column ${column}`,
      sent: shownValue(body?.slice(Math.max(0, offset - 20), offset + 20)),
      hint: `Line ${line}, column ${column}: ${message}`,
    }
  },

  invalidBody({ value }) {
    const isInText = typeof value === 'string' && isJsonObject(value)
    return {
      sent: shownValue(value),
      right: isInText ? shownValue(value) : 'a JSON object',
      hint: isInText
        ? 'The body is a JSON text that holds JSON: it was written twice.'
        : `The body is ${kindOf(value)}, and has to be an object.`,
    }
  },
} satisfies Finders

function isJsonObject(text: string): boolean {
  return readJson(text).node?.kind === 'object'
}

/** The kind of a JSON value, with its article. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
