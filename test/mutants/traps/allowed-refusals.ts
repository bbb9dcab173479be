import {
  answerInstead,
  changeResponses,
  errorResponse,
  parseObject,
  type Breakage,
} from '../../support/breakage'
import { creates, jsonOf, lists, parameterOf, refuse, registers, type Json } from '../changes'
import type { AllowedServices } from './trap'

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
export const allowedRefusals: AllowedServices = {
  'types-over-100-characters-are-refused': [
    'The length of a type is not shown.',
    refuseEvent(({ type }) => lengthOf(type) > 100),
  ],
  'nul-is-refused': [
    'Neither the letters of a description nor those of an idempotency key are shown.',
    refuse((request, text) => {
      const { description, idempotencyKey } = parseObject(text) ?? {}
      return (
        (creates(request) || registers(request)) &&
        /\0/.test(`${String(description)}${String(idempotencyKey)}`)
      )
    }),
  ],
  'half-pairs-are-refused': [
    'Half a pair is no text in Unicode, so that no client can rely on it.',
    refuse((_, text) => /\\ud[89a-f]/i.test(escapes(parseObject(text)))),
  ],
  'deep-payloads-are-refused': [
    'Depth is a part of size, whose limit is not shown.',
    refuseEvent((_body, text) => /([{[][^{}[\]]*){66}/.test(text)),
  ],
  'bodies-over-64-k-are-413': [
    'Neither the largest payload nor what refuses a larger one is shown.',
    refuse(
      (_, text) => text.length > 65_536,
      () => new Response('<h1>Too large</h1>', { status: 413, headers: { 'content-type': 'text/html' } }),
    ),
  ],
  'idempotency-keys-over-64-characters-are-refused': [
    'The form of an idempotency key is not shown.',
    refuseKeys((key) => key.length > 64),
  ],
  'idempotency-keys-are-uuids': [
    'The form of an idempotency key is not shown.',
    refuseKeys((key) => !uuid.test(key)),
  ],
  'descriptions-over-100-characters-are-refused': [
    'The length of a description is not shown.',
    refuseWebhook(({ description }) => lengthOf(description) > 100),
  ],
  'urls-over-200-characters-are-refused': [
    'The length of a url is not shown.',
    refuseWebhook(({ url }) => lengthOf(url) > 200),
  ],
  'ten-types-at-most': [
    'The number of types that a webhook may have is not shown.',
    refuseWebhook(({ events }) => Array.isArray(events) && events.length > 10),
  ],
  'urls-with-a-query-are-refused': [
    'A url has to be HTTPS. Whether it may have a query is not shown.',
    refuseWebhook(
      ({ url }) => String(url).includes('?'),
      () => errorResponse(400, 'invalid_request', 'A url must use HTTPS and have no query.', 'url'),
    ),
  ],
  'second-webhook-of-a-url-is-refused': [
    'The interface does not say whether two webhooks may have one url.',
    secondOfUrl(() => errorResponse(409, 'conflict', 'This url has a webhook.')),
  ],
  'unauthorized-is-a-page': [
    'The body of a 401 is not shown.',
    changeResponses(undefined, (response) =>
      response.status === 401
        ? new Response('<h1>Who are you?</h1>', { status: 401, headers: { 'content-type': 'text/html' } })
        : response,
    ),
  ],
  'cursors-of-one-use': [
    'The interface does not say that a cursor can be used twice.',
    () => {
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
  ],
  'missing-scope-is-404': [
    'The status of a missing scope is not shown.',
    answerInstead(async (request, send) => {
      const response = await send(request)
      return response.status === 403 ? errorResponse(404, 'not_found', 'Not found.') : response
    }),
  ],
}
