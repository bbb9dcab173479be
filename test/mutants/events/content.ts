import { changeSuccesses } from '../../support/breakage'
import { changeItem, changePayload, setFields, withPayload, type Json } from '../changes'
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
    'nulls-are-dropped': {
      title: 'fields that are null vanish from a payload',
      break: changeSuccesses('createEvent', (event) => ({ ...event, data: withoutNulls(event.data) })),
    },
    'numbers-become-text': {
      title: 'decimal numbers come back as text',
      break: changePayload((_, value) =>
        typeof value === 'number' && !Number.isInteger(value) ? String(value) : value,
      ),
    },
    'unicode-is-lost': {
      title: 'letters beyond the basic plane are lost',
      break: changeSuccesses('createEvent', (event) => ({
        ...event,
        data: JSON.parse(JSON.stringify(event.data).replace(/[\u{10000}-\u{10ffff}]/gu, '?')) as unknown,
      })),
    },
    'text-is-trimmed-in-the-list': {
      title: 'texts are trimmed, in the list alone',
      break: changeItem((event) =>
        withPayload(event, (_, value) => (typeof value === 'string' ? value.trim() : value)),
      ),
    },
    'single-lists-are-unwrapped': {
      title: 'a list of one item comes back as the item',
      break: changePayload((_, value) =>
        Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
      ),
    },
    'text-is-cut-at-64-k': {
      title: 'a text of a payload is cut after 65,535 characters',
      break: changeSuccesses('createEvent', cut),
    },
    'text-is-cut-in-the-list': {
      title: 'a text of a listed payload is cut after 65,535 characters',
      break: changeItem(cut),
    },
    'lists-are-cut-at-1000': {
      title: 'a list of a payload is cut after 1,000 items',
      break: changePayload((_, value) => (Array.isArray(value) ? value.slice(0, 1_000) : value)),
    },
    'names-of-secrets-are-masked': {
      title: 'what a payload names password or token is masked',
      break: changePayload((name, value) => (/^(password|token)$/.test(name) ? '***' : value)),
    },
    'retrieved-event-has-no-payload': {
      title: 'an event that is retrieved has an empty payload',
      break: setFields('retrieveEvent', { data: {} }),
    },
  },
})
