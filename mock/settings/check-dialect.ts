import type { CompleteDialect, Source } from '../../generated/dialect'
import type { components } from '../../generated/types'
import { headerFault, keyNameFault } from '../../src/core/dialect-names'
import { nearest } from '../../src/core/nearest'
import { copiedFields, namesIn, type AnswerKind } from './sources'

// Another field decides these headers, or the connection does.
const decided: Readonly<Record<string, string>> = {
  'www-authenticate': 'challenge',
  allow: 'allow',
  'retry-after': 'retryAfter',
}
const ofConnection =
  /^(content-length|transfer-encoding|connection|keep-alive|upgrade|trailer|host|access-control-.*)$/i

/** The placeholders of a delivery's template. One more is `{id:...}`. */
const placeholders = [
  'event',
  'event.id',
  'event.type',
  'event.created',
  'event.data',
  'unix',
  'unix:milliseconds',
]
  .flatMap((name) => [name, `text:${name}`])
  .concat('webhook.id', 'webhook.url', 'now', 'attempt', 'base64:event', 'uuid')
  .concat('now:seconds', 'now:milliseconds', 'now:microseconds', 'now:nanoseconds')

/**
 * Finds the first name in a dialect that cannot be used, though the dialect fits its schema: a header, a field, a copied field or a placeholder.
 * Returns a sentence that says why, `undefined` where all names can be used.
 */
export function unusableName(dialect: CompleteDialect): string | undefined {
  return (
    keyNameFault(dialect) ??
    unusableHeader(dialect) ??
    unusableField(dialect) ??
    unusableSource(dialect) ??
    unusablePlaceholder(dialect.deliveryBody, 'deliveryBody')
  )
}

function unusableHeader({ signature, replayHeader, headers, errors }: CompleteDialect): string | undefined {
  const names: [field: string, name: string | undefined][] = [
    ['signature.header', signature.header],
    ['replayHeader.name', replayHeader?.name],
  ]
  for (const [field, name] of names) {
    // A delivery has no key of its own, so that its signature may stand where requests have theirs.
    const isFree = field === 'signature.header' && name?.toLowerCase() === 'authorization'
    const fault = name === undefined || isFree ? undefined : headerFault(name)
    if (fault !== undefined) return `${field} ${JSON.stringify(name)} ${fault}`
  }
  const ofErrors = Object.entries(errors as Record<string, { headers?: object }>)
  const places: [place: string, sources: object][] = [
    ...Object.entries(headers).map(([place, sources]): [string, object] => [`headers.${place}`, sources]),
    ...ofErrors.map(([name, stated]): [string, object] => [`errors.${name}.headers`, stated.headers ?? {}]),
  ]
  for (const [place, sources] of places) {
    for (const name of Object.keys(sources)) {
      const field = decided[name.toLowerCase()]
      if (field !== undefined) return `${place}.${name} is decided by the field ${field}.`
      if (ofConnection.test(name)) return `${place}.${name} is a header with another meaning.`
    }
  }
  return undefined
}

/** The first further field whose name the interface has given already. */
function unusableField({ extras, webhookList }: CompleteDialect): string | undefined {
  const { item = {}, list = {} } = webhookList
  const places: [place: string, taken: readonly string[], sources: object][] = [
    ...Object.entries(extras).map(([place, sources]): [string, readonly string[], object] => [
      `extras.${place}`,
      responseFields[place as keyof typeof extras],
      sources,
    ]),
    ['webhookList.item', responseFields.webhook, item],
    ['webhookList.list', responseFields.list, list],
  ]
  for (const [place, taken, sources] of places) {
    const name = Object.keys(sources).find((one) => taken.includes(one))
    if (name !== undefined) return `${place} cannot hold ${name}, a field of the interface.`
  }
  return undefined
}

/** The first source that copies a field which its place does not have. */
function unusableSource({ extras, headers, webhookList, errors }: CompleteDialect): string | undefined {
  const { item = {}, list = {} } = webhookList
  const stated = Object.entries(errors as Record<string, { headers?: object }>)
  const ofErrors = Object.fromEntries(stated.map(([name, one]) => [`${name}.headers`, one.headers ?? {}]))
  const all = { extras, headers, webhookList: { item, list }, errors: ofErrors }
  for (const [field, places] of Object.entries(all)) {
    for (const [place, sources] of Object.entries(places as Record<string, Record<string, Source>>)) {
      const like = place === 'item' ? 'webhook' : field === 'errors' ? 'error' : (place as AnswerKind)
      const known: readonly string[] = copiedFields[like]
      for (const [name, source] of Object.entries(sources)) {
        const stray = namesIn(source).find((one) => !known.includes(one))
        if (stray === undefined) continue
        const near =
          known.length > 0 ? `The nearest one is ${nearest(stray, known)}.` : 'None can be copied here.'
        return `${field}.${place}.${name} refers to ${stray}, which is no field of it. ${near}`
      }
    }
  }
  return undefined
}

/** The first text in braces that looks like a placeholder and is not one that a template may hold. */
function unusablePlaceholder(template: unknown, place: string): string | undefined {
  if (typeof template === 'object' && template !== null) {
    for (const [name, value] of Object.entries(template)) {
      const found = unusablePlaceholder(value, `${place}.${name}`)
      if (found !== undefined) return found
    }
  }
  if (typeof template !== 'string') return undefined
  for (const [, name = ''] of template.matchAll(/\{([\w.:-]+)\}/g)) {
    if (/^(id:.*|(random|hex):\d{1,3})$/.test(name) || placeholders.includes(name)) continue
    return `${place} holds {${name}}, which is no placeholder. The nearest one is {${nearest(name, placeholders)}}.`
  }
  return undefined
}

type Schemas = components['schemas']
type Fields<Schema> = Readonly<Record<keyof Schema, true>>

const event: Fields<Schemas['Event']> = { id: true, type: true, created: true, data: true }
const webhook: Fields<Schemas['WebhookWithSecret']> = {
  ...{ id: true, url: true, events: true, description: true },
  ...{ status: true, secret: true, created: true },
}
const list: Fields<Schemas['EventPage']> = { data: true, hasMore: true, nextCursor: true }
const deletion: Fields<Schemas['WebhookDeletion']> = { id: true, deleted: true }

/** The names that the interface gives to the fields of each place, which no further field may have. */
const responseFields: Readonly<Record<keyof CompleteDialect['extras'], readonly string[]>> = {
  event: Object.keys(event),
  webhook: Object.keys(webhook),
  list: Object.keys(list),
  error: ['error', 'error.code', 'error.message', 'error.param'],
  deletion: Object.keys(deletion),
  delivery: [],
}
