import {
  answerInstead,
  changeResponses,
  errorResponse,
  parseObject,
  type Breakage,
} from '../../support/breakage'
import { creates, jsonOf, lists, parameterOf, refuse, registers, type Json } from '../changes'
import type { Allowed } from './allowance'

const refuseEvent = (concerns: (body: Json, text: string) => boolean, answer?: () => Response) =>
  refuse((request, text) => creates(request) && concerns(parseObject(text) ?? {}, text), answer)
const refuseWebhook = (concerns: (body: Json) => boolean, answer?: () => Response) =>
  refuse((request, text) => registers(request) && concerns(parseObject(text) ?? {}), answer)

const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 0)
const escapes = (value: unknown) => JSON.stringify(value ?? null)

/** Refuses idempotency keys, wherever they stand. */
const refuseKeys = (concerns: (key: string) => boolean) =>
  refuse((request, text) => {
    const key = request.headers.get('idempotency-key') ?? parseObject(text)?.idempotencyKey
    return creates(request) && typeof key === 'string' && concerns(key)
  })

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Answers a second registration of a URL that stands. */
function secondOfUrl(answer: () => Response): Breakage {
  return () => {
    const urls = new Map<unknown, unknown>()
    return {
      fetch: (send) => async (request) => {
        const { url } = registers(request) ? await jsonOf(request) : {}
        if (url !== undefined && [...urls.values()].includes(url)) return answer()
        const response = await send(request.clone())
        const json = response.ok ? await jsonOf(response) : {}
        if (url !== undefined && response.ok) urls.set(json.id, url)
        if (json.deleted === true) urls.delete(json.id)
        return response
      },
    }
  }
}

/** Services that refuse what the interface does not promise to take, or in a way that it leaves open. */
export const allowedRefusals: readonly Allowed[] = [
  {
    id: 'types-over-100-characters-are-refused',
    title: 'a type of more than 100 characters is refused',
    because: 'The length of a type is not shown.',
    break: refuseEvent(({ type }) => lengthOf(type) > 100),
  },
  {
    id: 'nul-is-refused',
    title: 'U+0000 is refused in a description and in an idempotency key',
    because: 'Neither the letters of a description nor those of an idempotency key are shown.',
    break: refuse((request, text) => {
      const { description, idempotencyKey } = parseObject(text) ?? {}
      return (
        (creates(request) || registers(request)) &&
        /\0/.test(`${String(description)}${String(idempotencyKey)}`)
      )
    }),
  },
  {
    id: 'half-pairs-are-refused',
    title: 'half a surrogate pair is refused in every text',
    because: 'Half a pair is no text in Unicode, so that no client can rely on it.',
    break: refuse((_, text) => /\\ud[89a-f]/i.test(escapes(parseObject(text)))),
  },
  {
    id: 'deep-payloads-are-refused',
    title: 'a payload of more than 64 levels is refused',
    because: 'Depth is a part of size, whose limit is not shown.',
    break: refuseEvent((_body, text) => /([{[][^{}[\]]*){66}/.test(text)),
  },
  {
    id: 'bodies-over-64-k-are-413',
    title: 'a body of more than 64 kB is answered by a 413 without an envelope',
    because: 'Neither the largest payload nor what refuses a larger one is shown.',
    break: refuse(
      (_, text) => text.length > 65_536,
      () => new Response('<h1>Too large</h1>', { status: 413, headers: { 'content-type': 'text/html' } }),
    ),
  },
  {
    id: 'idempotency-keys-over-64-characters-are-refused',
    title: 'an idempotency key of more than 64 characters is refused',
    because: 'The form of an idempotency key is not shown.',
    break: refuseKeys((key) => key.length > 64),
  },
  {
    id: 'idempotency-keys-are-uuids',
    title: 'an idempotency key that is no UUID is refused',
    because: 'The form of an idempotency key is not shown.',
    break: refuseKeys((key) => !uuid.test(key)),
  },
  {
    id: 'descriptions-over-100-characters-are-refused',
    title: 'a description of more than 100 characters is refused',
    because: 'The length of a description is not shown.',
    break: refuseWebhook(({ description }) => lengthOf(description) > 100),
  },
  {
    id: 'urls-over-200-characters-are-refused',
    title: 'a url of more than 200 characters is refused',
    because: 'The length of a url is not shown.',
    break: refuseWebhook(({ url }) => lengthOf(url) > 200),
  },
  {
    id: 'ten-types-at-most',
    title: 'a webhook of more than ten types is refused',
    because: 'The number of types that a webhook may have is not shown.',
    break: refuseWebhook(({ events }) => Array.isArray(events) && events.length > 10),
  },
  {
    id: 'second-webhook-of-a-url-is-refused',
    title: 'a url that has a webhook is refused by 409',
    because: 'The interface does not say whether two webhooks may have one url.',
    break: secondOfUrl(() => errorResponse(409, 'conflict', 'This url has a webhook.')),
  },
  {
    id: 'unauthorized-is-a-page',
    title: 'a 401 is a page of HTML',
    because: 'The body of a 401 is not shown.',
    break: changeResponses(undefined, (response) =>
      response.status === 401
        ? new Response('<h1>Who are you?</h1>', { status: 401, headers: { 'content-type': 'text/html' } })
        : response,
    ),
  },
  {
    id: 'cursors-of-one-use',
    title: 'a cursor that was used is refused',
    because: 'The interface does not say that a cursor can be used twice.',
    break: () => {
      const used = new Set<string>()
      return {
        fetch: (send) => async (request) => {
          const cursor = lists(request) ? parameterOf(request, 'cursor') : null
          if (cursor !== null && used.has(cursor))
            return errorResponse(400, 'invalid_request', 'This cursor was used.', 'cursor')
          const response = await send(request)
          if (cursor !== null && response.ok) used.add(cursor)
          // A cursor that a page names anew is as good as new.
          used.delete(String((await jsonOf(response)).nextCursor))
          return response
        },
      }
    },
  },
  {
    id: 'missing-scope-is-404',
    title: 'a scoped key without the scope is answered by 404',
    because: 'The status of a missing scope is not shown.',
    break: answerInstead(async (request, send) => {
      const response = await send(request)
      return response.status === 403 ? errorResponse(404, 'not_found', 'Not found.') : response
    }),
  },
]
