import {
  alterRequest,
  answerInstead,
  changeRequests,
  changeResponses,
  changeSuccesses,
  operationOf,
  parseObject,
  remembering,
  usesTestKey,
  withApiKey,
  withBody,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { breakWebhooks, signedAnew } from '../../support/breakage-webhooks'
import { breakDeliveries, standing, type Attempt } from './attempts'
import {
  changeBody,
  creates,
  idIn,
  itemsOf,
  jsonOf,
  keyOf,
  lists,
  pageWith,
  parameterOf,
  refuse,
  type Json,
} from '../changes'
import { changeDeep } from './trap'
import { mutantTable } from '../table'
import { crash } from '../errors/crashes'
import { mockKeys } from '../../support/backend'
import { ofTwoDatabases, received } from '../diversions'

/** A text that was decoded in pieces of so many bytes, each by itself, which loses the letters that lie across. */
function decodedInPieces(text: string, size: number): string {
  const bytes = Buffer.from(text)
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size).toString())
  return parts.join('')
}

/** Reads the bodies of creations in pieces. */
const readInPieces = (size: number): Breakage =>
  changeRequests(async (request) => {
    if (!creates(request)) return request
    const text = await request.clone().text()
    const { url, method, headers } = request
    return new Request(url, { method, headers, body: decodedInPieces(text, size) })
  })

/** Reads what is to be delivered in pieces, and signs what it read. */
const deliverInPieces = (size: number): Breakage =>
  breakWebhooks(() => ({
    async deliver(delivery, webhook, send) {
      const text = await delivery.clone().text()
      const pieced = decodedInPieces(text, size)
      return send(
        pieced === text ? delivery : await signedAnew(delivery, webhook, () => JSON.parse(pieced) as Json),
      )
    },
  }))

/** Leaves the webhooks out that were registered after so many others that stand. */
const afterSoMany = (most: number) => (attempt: Attempt) =>
  standing(attempt).findIndex(({ id }) => id === attempt.webhook.id) >= most

/** Two processes, each of which remembers the idempotency keys that it saw. Requests go to one and the other in turn. */
const ofTwoProcesses = remembering(() => {
  const seen = [new Map<string, string>(), new Map<string, string>()]
  let turn = 0
  return changeRequests(async (request) => {
    const key = keyOf(request, await request.clone().text())
    if (key === undefined) return request
    turn += 1
    const process = seen[turn % 2] as Map<string, string>
    const own = process.get(key) ?? `${key}-${turn % 2}`
    process.set(key, own)
    return alterRequest(request, {
      headers: (headers) => void (headers.has('idempotency-key') && headers.set('idempotency-key', own)),
      body: (body) => ('idempotencyKey' in body ? { ...body, idempotencyKey: own } : body),
    })
  })
})

/** Makes live keys for a test key that asks for scoped ones. */
const liveKeysForTest: Breakage = answerInstead(async (request, send) =>
  operationOf(request) === 'createKey' && usesTestKey(request)
    ? send(await withApiKey(request, mockKeys.live))
    : undefined,
)

const isOfThree = (nth: number) => nth % 3 === 1

const changeItems = (page: Json, change: (items: Json[]) => Json[]) => ({
  ...page,
  data: change(itemsOf(page)),
})

/** Mutants that go wrong as whole systems do: between processes, buffers, pages of subscribers and layers. */
export const systemMutants: readonly Mutant[] = [
  ...mutantTable(
    {
      'DL-1 DL-3': {
        'first-20-webhooks-receive': breakDeliveries(afterSoMany(20), received),
        'first-15-webhooks-receive': breakDeliveries(afterSoMany(15), received),
      },
      'DL-1': {
        'delivery-over-90000-bytes-is-lost': breakDeliveries(({ bytes }) => bytes > 90_000, received),
        'delivery-over-230000-bytes-is-lost': breakDeliveries(({ bytes }) => bytes > 230_000, received),
        'delivery-over-262144-bytes-is-lost': (clock) => ({
          ...breakDeliveries(({ bytes }) => bytes > 262_144, received)(clock),
          options: { dialect: { maxPayloadBytes: 1_000_000 } },
        }),
        'delivery-read-in-pieces-of16k': deliverInPieces(16_384),
        'delivery-read-in-pieces-of64k': deliverInPieces(65_536),
      },
      'AU-8 AU-7': {
        'test-key-makes-live-keys': liveKeysForTest,
      },
      'DL-7': {
        'types-listed-twice-deliver-twice': (clock) => ({
          ...breakWebhooks(() => ({
            async deliver(delivery, { events }, send) {
              const { type } = await jsonOf(delivery)
              if (events.filter((one) => one === type).length > 1) await send(delivery.clone())
              return send(delivery)
            },
          }))(clock),
          options: { dialect: { emptyOrMixedEvents: 'accept' } },
        }),
      },
      'EV-4 EV-10 EV-5 DL-1': {
        'payload-names-the-idempotency-key': changeRequests(async (request) => {
          const body = creates(request) ? parseObject(await request.clone().text()) : undefined
          const nested = keyOfPayload(body?.data)
          const hasOwn = 'idempotencyKey' in (body ?? {}) || request.headers.has('idempotency-key')
          if (nested === undefined || hasOwn) return request
          return alterRequest(request, { body: (json) => ({ ...json, idempotencyKey: nested }) })
        }),
      },
    },
    { mode: 'full', family: 'systems' },
  ),
  ...mutantTable(
    {
      'EV-10 EV-3': {
        'creation-read-in-pieces-of16k': readInPieces(16_384),
        'creation-read-in-pieces-of64k': readInPieces(65_536),
        'texts-of-json-are-parsed': changeBody('createEvent', (body) => {
          const parsed = (part: unknown) => (typeof part === 'string' ? (parseObject(part) ?? part) : part)
          return 'data' in body ? { ...body, data: changeDeep(body.data, parsed) } : body
        }),
      },
      'EV-5 EV-1': {
        'idempotency-in-one-of-two-processes': ofTwoProcesses,
      },
      'PG-3 PG-2': {
        'page-of-101': changeResponses('listEvents', async (response, request, send) => {
          if (!response.ok || parameterOf(request, 'limit') !== '100') return response
          const page = await jsonOf(response)
          if (page.hasMore !== true) return response
          const asked = { cursor: page.nextCursor, limit: 1 }
          const { hasMore, nextCursor, ...next } = await pageWith(request, asked, send)
          const longer = changeItems(page, (items) => [...items, ...itemsOf(next)])
          return withBody(response, { ...longer, hasMore, nextCursor })
        }),
      },
      'PG-6 PG-4': {
        'one-of-two-databases-lists-two-thirds-of-the-events': ofTwoDatabases('listEvents', isOfThree),
        // A store reads a megabyte at a time, and nobody asks it for the rest.
        'page-ends-after-a-megabyte': changeSuccesses('listEvents', (page) => {
          let bytes = 0
          const isRead = (item: Json) => (bytes += JSON.stringify(item).length) <= 1_048_576
          return changeItems(page, (items) => items.filter(isRead))
        }),
      },
      'ER-4': {
        'one-of-two-databases-retrieves-two-thirds-of-the-events': ofTwoDatabases('retrieveEvent', isOfThree),
      },
      'ER-5': {
        'long-ids-are-500': refuse(
          (request) => operationOf(request) === 'deleteWebhook' && idIn(request).length > 255,
          crash,
        ),
      },
      'GN-1 ER-1': {
        'long-unknown-ids-are-a-page': refuse(
          (request) => operationOf(request) === 'deleteWebhook' && idIn(request).length > 45,
          () => new Response('<h1>Not found</h1>', { status: 404, headers: { 'content-type': 'text/html' } }),
        ),
      },
      'EV-3 GN-1 EV-10': {
        'json-has-to-begin-with-a-brace': refuse(
          (request, text) =>
            creates(request) && !text.startsWith('{') && parseObject(text)?.type !== undefined,
        ),
      },
      'EV-3 GN-1 EV-10 EV-2': {
        'escaped-names-are-unknown': refuse(
          (request, text) =>
            creates(request) && !text.includes('"type"') && parseObject(text)?.type !== undefined,
        ),
      },
      'PG-6 EV-4 PG-4': {
        'equal-events-are-listed-once': changeResponses('listEvents', async (response, request) => {
          if (!response.ok || !lists(request)) return response
          const alike = ({ type, data }: Json) => JSON.stringify([type, data])
          const isNew = (item: Json, index: number, items: Json[]) =>
            index === 0 || alike(item) !== alike(items[index - 1] as Json)
          return withBody(
            response,
            changeItems(await jsonOf(response), (items) => items.filter(isNew)),
          )
        }),
      },
      'EV-8 EV-3 EV-10': {
        'payload-types-the-event': changeBody('createEvent', (body) => {
          const { type } = (body.data ?? {}) as Json
          return typeof type === 'string' && typeof body.type === 'string' ? { ...body, type } : body
        }),
      },
    },
    { mode: 'non-disruptive', family: 'systems' },
  ),
]

/** The field of a payload that has the name of the idempotency key. */
function keyOfPayload(data: unknown): string | undefined {
  const { idempotencyKey } = (typeof data === 'object' && data !== null ? data : {}) as Json
  return typeof idempotencyKey === 'string' ? idempotencyKey : undefined
}
