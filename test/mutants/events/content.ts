import { changeSuccesses, errorResponse } from '../../support/breakage'
import { changeItem, changePayload, creates, refuse, setFields, withPayload, type Json } from '../changes'
import { mutantTable } from '../table'

/** An event whose text is cut as a database column of 65,535 characters does it. */
function cut(event: Json): Json {
  const { text, ...rest } = event.data as Json
  return typeof text === 'string' ? { ...event, data: { ...rest, text: text.slice(0, 65_535) } } : event
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
  )
}

/** Mutants that change payloads. */
export const contentMutants = mutantTable({
  'EV-10': {
    'nulls-are-dropped': changeSuccesses('createEvent', (event) => ({
      ...event,
      data: withoutNulls(event.data),
    })),
    'numbers-become-text': changePayload((_, value) =>
      typeof value === 'number' && !Number.isInteger(value) ? String(value) : value,
    ),
    'unicode-is-lost': changeSuccesses('createEvent', (event) => ({
      ...event,
      data: JSON.parse(JSON.stringify(event.data).replace(/[\u{10000}-\u{10ffff}]/gu, '?')) as unknown,
    })),
    'text-is-trimmed-in-the-list': changeItem((event) =>
      withPayload(event, (_, value) => (typeof value === 'string' ? value.trim() : value)),
    ),
    'single-lists-are-unwrapped': changePayload((_, value) =>
      Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
    ),
    'text-is-cut-at-64-k': changeSuccesses('createEvent', cut),
    'text-is-cut-in-the-list': changeItem(cut),
    'lists-are-cut-at-1000': changePayload((_, value) =>
      Array.isArray(value) ? value.slice(0, 1_000) : value,
    ),
    'what-looks-like-a-query-is-refused': refuse(
      (request, text) => creates(request) && /union select/i.test(text),
      () => errorResponse(403, 'forbidden'),
    ),
    'names-of-secrets-are-masked': changePayload((name, value) =>
      /^(password|token)$/.test(name) ? '***' : value,
    ),
    'retrieved-event-has-no-payload': setFields('retrieveEvent', { data: {} }),
  },
})
