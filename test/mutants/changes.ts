import type { OperationId } from '../../generated/operations'
import {
  alterRequest,
  answerInstead,
  changeErrors,
  changeRequests,
  changeResponses,
  changeSuccesses,
  errorResponse,
  operationOf,
  usesTestKey,
  withApiKey,
  withIdempotencyKey,
  withStatus,
  type Breakage,
  type Exchange,
  type Fetch,
} from '../support/breakage'

export type Json = Record<string, unknown>

type Test = (request: Request) => boolean

/** Whether a request addresses an operation. */
export function addresses(operation: OperationId): Test {
  return (request) => operationOf(request) === operation
}

export const creates = addresses('createEvent')
export const lists = addresses('listEvents')
export const registers = addresses('createWebhook')

/** The value of a query parameter of a request. */
export function parameterOf({ url }: Request, name: string): string | null {
  return new URL(url).searchParams.get(name)
}

/** The last part of a request's path: an id, where it addresses a resource. */
export function idIn({ url }: Request): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

/** The JSON body of a request or response, which stays to be read. */
export async function jsonOf(message: Request | Response): Promise<Json> {
  return ((await message
    .clone()
    .json()
    .catch(() => null)) ?? {}) as Json
}

/** Changes one text in an operation's successes, where it is there. */
export function changeText(
  operation: OperationId,
  field: string,
  change: (text: string) => unknown,
): Breakage {
  return changeSuccesses(operation, (json) => {
    const text = json[field]
    return typeof text === 'string' ? { ...json, [field]: change(text) } : json
  })
}

/** Sets fields of an operation's successes; `undefined` removes one. */
export function setFields(operation: OperationId, fields: Json): Breakage {
  return changeSuccesses(operation, (json) => ({ ...json, ...fields }))
}

/** Sets fields of an operation's errors; `undefined` removes one. */
export function setErrorFields(operation: OperationId, fields: Json): Breakage {
  return changeErrors(operation, ({ error }) => ({ error: { ...(error as Json), ...fields } }))
}

/** Gives an operation's answers of one status another one. */
export function changeStatus(operation: OperationId | undefined, from: number, to: number): Breakage {
  return changeResponses(operation, (response) =>
    response.status === from ? withStatus(response, to) : response,
  )
}

/** Changes the items of each page of events. */
export function changeItems(change: (items: Json[], exchange: Exchange) => readonly unknown[]): Breakage {
  return changeSuccesses('listEvents', (page, exchange) => ({
    ...page,
    data: change(page.data as Json[], exchange),
  }))
}

/** Changes each event of a list. */
export function changeItem(change: (event: Json) => unknown): Breakage {
  return changeItems((items) => items.map(change))
}

/** An event whose payload is changed value by value, inner values first. */
export function withPayload(event: Json, change: (name: string, value: unknown) => unknown): Json {
  return { ...event, data: JSON.parse(JSON.stringify(event.data), change) as unknown }
}

/** Changes the payload of each event that is created, value by value. */
export function changePayload(change: (name: string, value: unknown) => unknown): Breakage {
  return changeSuccesses('createEvent', (event) => withPayload(event, change))
}

/** Changes the body of an operation's requests before the backend sees them. */
export function changeBody(
  operation: OperationId,
  change: (json: Json, request: Request) => unknown,
): Breakage {
  return changeRequests((request) =>
    operationOf(request) === operation
      ? alterRequest(request, { body: (json) => change(json, request) })
      : request,
  )
}

/** Changes the URL of each webhook that is to be registered. */
export function changeUrl(change: (url: string, request: Request) => string): Breakage {
  return changeBody('createWebhook', (json, request) =>
    typeof json.url === 'string' ? { ...json, url: change(json.url, request) } : json,
  )
}

/** Changes the query of the requests for a list. */
export function changeQuery(change: (query: URLSearchParams) => void): Breakage {
  return changeRequests((request) =>
    lists(request) ? alterRequest(request, { url: (url) => change(url.searchParams) }) : request,
  )
}

/** Changes the idempotency key of creations. */
export function changeIdempotencyKey(change: (key: string) => string, concerns: Test = () => true): Breakage {
  return changeRequests((request) =>
    creates(request) && concerns(request) ? withIdempotencyKey(request, change) : request,
  )
}

/** Takes some requests for those of another API key. */
export function mistakeKey(key: string, concerns: Test): Breakage {
  return changeRequests((request) => (concerns(request) ? withApiKey(request, key) : request))
}

/** Refuses some requests, by 400 unless another answer is given. */
export function refuse(
  concerns: (request: Request, text: string) => boolean,
  answer: () => Response = () => errorResponse(400),
): Breakage {
  return answerInstead(async (request) =>
    concerns(request, await request.clone().text()) ? answer() : undefined,
  )
}

/** A response with another value of a header; `null` removes the header. */
export function withHeader(response: Response, name: string, value: string | null): Response {
  const headers = new Headers(response.headers)
  if (value === null) headers.delete(name)
  else headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

/** The items of a page. */
export function itemsOf(page: Json): Json[] {
  return page.data as Json[]
}

/** How many items a request wants of a list; 20, as the backend has it, unless it says so. */
export function limitOf(request: Request): number {
  return Number(parameterOf(request, 'limit') ?? 20)
}

/** Whether a webhook is subscribed to all events. */
export function isForAll({ events }: Json): boolean {
  return String(events) === '*'
}

/** The answer of a receiver that took a delivery. */
export function received(): Response {
  return new Response(null, { status: 204 })
}

/** Keeps the URLs of some webhooks as they are registered, and has their deliveries, or all others, go another way. */
export function divertDeliveries(
  concerns: (webhook: Json) => boolean,
  deliver: (request: Request, isConcerned: boolean, send: Fetch) => Response | Promise<Response>,
): Breakage {
  return () => {
    const urls = new Set<string>()
    return {
      fetch: (send) => async (request) => {
        const webhook = registers(request) ? await jsonOf(request) : {}
        if (typeof webhook.url === 'string' && concerns(webhook)) urls.add(webhook.url)
        return send(request)
      },
      deliver: (send) => (request) => Promise.resolve(deliver(request, urls.has(request.url), send)),
    }
  }
}

/** Has deliveries of events that are created while more than `most` creations are under way go another way. */
export function divertCrowded(
  most: number,
  deliver: (request: Request, send: Fetch) => Response | Promise<Response>,
): Breakage {
  return () => {
    let underway = 0
    const crowded = new Set<string>()
    const payloadOf = async (request: Request) => JSON.stringify((await jsonOf(request)).data)
    return {
      fetch: (send) => async (request) => {
        if (!creates(request)) return send(request)
        underway += 1
        const isCrowded = underway > most
        // The requests that were sent at once arrive before this one is passed on.
        await new Promise((resolve) => setImmediate(resolve))
        if (isCrowded) crowded.add(await payloadOf(request))
        const response = await send(request)
        underway -= 1
        return response
      },
      deliver: (send) => async (request) =>
        crowded.has(await payloadOf(request)) ? deliver(request, send) : send(request),
    }
  }
}

/** Delivers some events to the webhooks that test keys registered as well. */
export function deliverToTestWebhooks(concerns: Test): Breakage {
  return () => {
    const webhooks = new Map<string, readonly string[]>()
    let deliver: Fetch | undefined
    return {
      fetch: (send) => async (request) => {
        const response = await send(request.clone())
        if (response.status >= 300) return response
        const json = await jsonOf(response)
        if (registers(request) && usesTestKey(request))
          webhooks.set(String(json.url), json.events as string[])
        if (!creates(request) || !concerns(request)) return response
        for (const [url, events] of webhooks) {
          if (!events.includes('*') && !events.includes(String(json.type))) continue
          await deliver?.(new Request(url, { method: 'POST', body: JSON.stringify(json) }))
        }
        return response
      },
      deliver: (send) => (deliver = send),
    }
  }
}
