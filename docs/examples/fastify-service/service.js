import { randomBytes, randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import { deliver } from './delivery.js'

/** An answer that is an error of the interface. */
class Refusal extends Error {
  constructor(statusCode, code, message, param) {
    super(message)
    Object.assign(this, { statusCode, code, param })
  }
}

const invalid = (param, message) => new Refusal(400, 'invalid_request', message, param)

function isUrl(text) {
  try {
    return Boolean(new URL(text))
  } catch {
    return false
  }
}

/** The data of one kind of key: test keys see nothing of live ones. */
const emptyBook = () => ({ events: [], replies: new Map(), webhooks: new Map() })

/**
 * Makes the service. Unless it is mended, it breaks two rules: it registers webhooks whose URL is plain HTTP, and its error for a webhook
 * that does not exist names a `param`.
 */
export function createService({ keys, mended }) {
  const books = { live: emptyBook(), test: emptyBook() }
  // A payload may hold any names, also those that Fastify refuses unless it is told otherwise.
  const app = fastify({
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    routerOptions: { maxParamLength: 1_000 },
  })

  app.addHook('onRequest', async (request, reply) => {
    const key = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    request.mode = Object.keys(keys).find((mode) => keys[mode] === key)
    if (request.mode !== undefined) return
    reply.header('www-authenticate', 'Bearer')
    throw new Refusal(401, 'unauthorized', 'The API key is missing or wrong.')
  })
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500, code, message, param } = error
    const known = error instanceof Refusal ? code : statusCode < 500 ? 'invalid_request' : 'internal_error'
    return reply.code(statusCode).send({ error: { code: known, message, param } })
  })
  app.setNotFoundHandler(() => {
    throw new Refusal(404, 'not_found', 'There is no such resource.')
  })

  app.post('/v1/events', async (request, reply) => {
    const { events, replies, webhooks } = books[request.mode]
    const { type, data } = Object(request.body)
    if (typeof type !== 'string' || type === '') throw invalid('type', 'type has to be a text.')
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      throw invalid('data', 'data has to be an object.')
    reply.code(201)
    const key = request.headers['idempotency-key']
    const original = key && replies.get(key)
    if (original && Date.now() - original.at < 86_400_000) return original.event
    const event = { id: `evt_${randomUUID()}`, type, created: new Date().toISOString(), data }
    events.unshift(event)
    if (key) replies.set(key, { event, at: Date.now() })
    if (request.mode === 'live')
      for (const webhook of webhooks.values())
        if (webhook.events.some((wanted) => wanted === '*' || wanted === type))
          void deliver(event, webhook, () => webhooks.has(webhook.id))
    return event
  })

  app.get('/v1/events', async ({ mode, query }) => {
    const { events } = books[mode]
    const limit = Number(query.limit ?? 20)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      throw invalid('limit', 'limit has to be a whole number from 1 to 100.')
    const after = query.cursor === undefined ? -1 : events.findIndex(({ id }) => `cur_${id}` === query.cursor)
    if (query.cursor !== undefined && after < 0) throw invalid('cursor', 'The cursor is of no page.')
    const data = events.slice(after + 1, after + 1 + limit)
    const hasMore = after + 1 + limit < events.length
    return { data, hasMore, nextCursor: hasMore ? `cur_${data.at(-1).id}` : null }
  })

  app.post('/v1/webhooks', async ({ mode, body }, reply) => {
    const { url, events, description } = Object(body)
    if (typeof url !== 'string' || !isUrl(url)) throw invalid('url', 'url has to be an HTTPS URL.')
    if (mended && !url.toLowerCase().startsWith('https:')) throw invalid('url', 'url has to use HTTPS.')
    const isList = Array.isArray(events) && events.every((type) => typeof type === 'string')
    const isAlone = isList && (events.length === 1 || !events.includes('*'))
    if (!isAlone || events.length === 0 || new Set(events).size < events.length)
      throw invalid('events', 'events has to be a list of types, or "*" alone.')
    const webhook = { id: `wh_${randomUUID()}`, url, events, description, status: 'active' }
    const record = { ...webhook, created: new Date().toISOString() }
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    books[mode].webhooks.set(record.id, { ...record, secret })
    reply.code(201)
    return { ...record, secret }
  })

  app.delete('/v1/webhooks/:id', async ({ mode, params: { id } }) => {
    if (books[mode].webhooks.delete(id)) return { id, deleted: true }
    throw new Refusal(404, 'not_found', 'There is no such webhook.', mended ? undefined : 'id')
  })
  return app
}
