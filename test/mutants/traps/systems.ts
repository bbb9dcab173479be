import {
  alterRequest,
  answerInstead,
  changeRequests,
  changeResponses,
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
import { changeBody, creates, idIn, itemsOf, jsonOf, lists, parameterOf, refuse, type Json } from '../changes'
import { changeDeep, ofFamily } from './trap'
import { crash } from '../errors/crashes'
import { keyOf } from './arrivals'
import { mockKeys } from '../../support/backend'
import { received } from '../diversions'

/** The bytes after which a reader that decodes piece by piece loses the letter that lies across. */
const pieces = { of16k: 16_384, of64k: 65_536 }

/** A text that was decoded in pieces of so many bytes, each by itself. */
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
    const key = creates(request) ? keyOf(request, await request.clone().text()) : undefined
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

const changeItems = (page: Json, change: (items: Json[]) => Json[]) => ({
  ...page,
  data: change(itemsOf(page)),
})

/** The first item of the page that follows one, with what that says of the end. */
async function followingItem(
  { url, headers }: Request,
  page: Json,
  send: (request: Request) => Promise<Response>,
): Promise<Json> {
  const next = new URL(url)
  next.searchParams.set('cursor', String(page.nextCursor))
  next.searchParams.set('limit', '1')
  return jsonOf(await send(new Request(next, { headers })))
}

/** Mutants that go wrong as whole systems do: between processes, buffers, pages of subscribers and layers. */
export const systemMutants: readonly Mutant[] = ofFamily('systems', [
  ...([20, 15] as const).map((most): Mutant => ({
    id: `first-${most}-webhooks-receive`,
    title: `an event is delivered to the first ${most} webhooks that stand`,
    rule: 'DL-1',
    besides: ['DL-3'],
    mode: 'full',
    break: breakDeliveries(afterSoMany(most), received),
  })),
  ...[90_000, 230_000].map((most): Mutant => ({
    id: `delivery-over-${most}-bytes-is-lost`,
    title: `an event of more than ${most} bytes is not delivered`,
    rule: 'DL-1',
    mode: 'full',
    break: breakDeliveries(({ bytes }) => bytes > most, received),
  })),
  ...Object.entries(pieces).flatMap(([name, size]): Mutant[] => [
    {
      id: `creation-read-in-pieces-${name}`,
      title: `a letter of several bytes is lost where it lies across byte ${size} of a creation`,
      rule: 'EV-10',
      besides: ['EV-3'],
      mode: 'non-disruptive',
      break: readInPieces(size),
    },
    {
      id: `delivery-read-in-pieces-${name}`,
      title: `a letter of several bytes is lost where it lies across byte ${size} of a delivery`,
      rule: 'DL-1',
      mode: 'full',
      break: deliverInPieces(size),
    },
  ]),
  {
    id: 'idempotency-in-one-of-two-processes',
    title: 'each of two processes remembers the idempotency keys that it saw itself',
    rule: 'EV-5',
    besides: ['EV-1'],
    mode: 'non-disruptive',
    break: ofTwoProcesses,
  },
  {
    id: 'test-key-makes-live-keys',
    title: 'a scoped key that a test key makes is a live one',
    rule: 'AU-8',
    besides: ['AU-7'],
    mode: 'full',
    break: liveKeysForTest,
  },
  {
    id: 'page-of-101',
    title: 'a page of limit=100 holds 101 events',
    rule: 'PG-3',
    besides: ['PG-2'],
    mode: 'non-disruptive',
    break: changeResponses('listEvents', async (response, request, send) => {
      if (!response.ok || parameterOf(request, 'limit') !== '100') return response
      const page = await jsonOf(response)
      if (page.hasMore !== true) return response
      const { hasMore, nextCursor, ...next } = await followingItem(request, page, send)
      const longer = changeItems(page, (items) => [...items, ...itemsOf(next)])
      return withBody(response, { ...longer, hasMore, nextCursor })
    }),
  },
  {
    id: 'long-ids-are-500',
    title: 'the deletion of a webhook whose id has more than 255 characters is answered by 500',
    rule: 'ER-5',
    mode: 'non-disruptive',
    break: refuse((request) => operationOf(request) === 'deleteWebhook' && idIn(request).length > 255, crash),
  },
  {
    id: 'json-has-to-begin-with-a-brace',
    title: 'a creation whose JSON begins with a line end is refused',
    rule: 'EV-3',
    besides: ['GN-1', 'EV-10'],
    mode: 'non-disruptive',
    break: refuse(
      (request, text) => creates(request) && !text.startsWith('{') && parseObject(text)?.type !== undefined,
    ),
  },
  {
    id: 'escaped-names-are-unknown',
    title: 'a creation whose field names are escaped is refused',
    rule: 'EV-3',
    besides: ['GN-1', 'EV-10', 'EV-2'],
    mode: 'non-disruptive',
    break: refuse(
      (request, text) =>
        creates(request) && !text.includes('"type"') && parseObject(text)?.type !== undefined,
    ),
  },
  {
    id: 'types-listed-twice-deliver-twice',
    title: 'a type that a webhook lists twice is delivered twice',
    rule: 'DL-7',
    mode: 'full',
    break: (clock) => ({
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
  {
    id: 'equal-events-are-listed-once',
    title: 'a page leaves out an event that equals the one before it',
    rule: 'PG-6',
    besides: ['EV-4', 'PG-4'],
    mode: 'non-disruptive',
    break: changeResponses('listEvents', async (response, request) => {
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
  {
    id: 'payload-names-the-idempotency-key',
    title: 'a field idempotencyKey of the payload is taken for the key of the event',
    rule: 'EV-4',
    besides: ['EV-10', 'EV-5', 'DL-1'],
    mode: 'full',
    break: changeRequests(async (request) => {
      const body = creates(request) ? parseObject(await request.clone().text()) : undefined
      const nested = keyOfPayload(body?.data)
      const hasOwn = 'idempotencyKey' in (body ?? {}) || request.headers.has('idempotency-key')
      if (nested === undefined || hasOwn) return request
      return alterRequest(request, { body: (json) => ({ ...json, idempotencyKey: nested }) })
    }),
  },
  {
    id: 'payload-types-the-event',
    title: 'a field type of the payload takes the place of the type of the event',
    rule: 'EV-8',
    besides: ['EV-3', 'EV-10'],
    mode: 'non-disruptive',
    break: changeBody('createEvent', (body) => {
      const { type } = (body.data ?? {}) as Json
      return typeof type === 'string' && typeof body.type === 'string' ? { ...body, type } : body
    }),
  },
  {
    id: 'texts-of-json-are-parsed',
    title: 'a text of the payload that holds JSON is kept as what it holds',
    rule: 'EV-10',
    besides: ['EV-3'],
    mode: 'non-disruptive',
    break: changeBody('createEvent', (body) => {
      const parsed = (part: unknown) => (typeof part === 'string' ? (parseObject(part) ?? part) : part)
      return 'data' in body ? { ...body, data: changeDeep(body.data, parsed) } : body
    }),
  },
])

/** The field of a payload that has the name of the idempotency key. */
function keyOfPayload(data: unknown): string | undefined {
  const { idempotencyKey } = (typeof data === 'object' && data !== null ? data : {}) as Json
  return typeof idempotencyKey === 'string' ? idempotencyKey : undefined
}
