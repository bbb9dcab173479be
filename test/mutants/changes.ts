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
  parseObject,
  withApiKey,
  withIdempotencyKey,
  withStatus,
  type Breakage,
  type Exchange,
  type Fetch,
} from '../support/breakage'
import { TextRequest } from '../support/text-request'

/** A JSON object. */
export type Json = Record<string, unknown>

/** Whether a request is one of those that a mutant concerns. */
export type Test = (request: Request) => boolean

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

/** The page of a list that a request would get with other parameters. */
export async function pageWith(
  { url, headers }: Request,
  parameters: Readonly<Record<string, unknown>>,
  send: Fetch,
): Promise<Json> {
  const asked = new URL(url)
  for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, String(value))
  return jsonOf(await send(new Request(asked, { headers })))
}

/** The last part of a request's path: an id, where it addresses a resource. */
export function idIn({ url }: Request): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

/** The JSON body of a request or response, which stays to be read. */
export async function jsonOf(message: Request | Response): Promise<Json> {
  const read = message instanceof TextRequest ? message : message.clone()
  return ((await read.json().catch(() => null)) ?? {}) as Json
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

/** The idempotency key of a creation; `undefined` where a request has none, or is no creation. */
export function keyOf(request: Request, text: string): string | undefined {
  if (!creates(request)) return undefined
  return request.headers.get('idempotency-key') ?? (parseObject(text)?.idempotencyKey as string | undefined)
}

/** A creation without its idempotency key. */
export function withoutKey(request: Request): Promise<Request> {
  return alterRequest(request, {
    headers: (headers) => headers.delete('idempotency-key'),
    body: ({ idempotencyKey: _, ...rest }) => rest,
  })
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

/** Refuses by 400 what the backend refuses so, and creates it all the same, of a changed body. */
export function createDespiteRefusal(operation: OperationId, change: (json: Json) => unknown): Breakage {
  return changeResponses(operation, async (response, request, send) => {
    if (response.status === 400) await send(await alterRequest(request, { body: change }))
    return response
  })
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
