import { sign } from '@event-delivery/sdk/webhooks'
import {
  alterRequest,
  operationOf,
  parseObject,
  usesTestKey,
  withBody,
  type Breakage,
  type Fetch,
} from './breakage'
import { TextRequest, withText } from './text-request'

type Json = Record<string, unknown>

/** A webhook as a broken service knows it. */
export interface KnownWebhook {
  id: string
  /** Its place among all that were registered; 1 is the first. */
  number: number
  url: string
  events: readonly string[]
  description?: string
  secret: string
  isTest: boolean
  isDeleted: boolean
}

/** The places where what a service does for its webhooks is broken. */
export interface WebhookHooks {
  /** Changes what the backend registers. The answer and the list go on showing what was sent. */
  register?: (body: Json) => Json
  /**
   * Takes a request on its way to the service. `answer` has it carried out: after that `all` knows what was registered. `deliver` sends a
   * delivery of its own, which no hook takes.
   */
  fetch?: (request: Request, answer: Fetch, deliver: Fetch) => Promise<Response>
  /** Takes a delivery on its way to a webhook. */
  deliver?: (delivery: TextRequest, webhook: KnownWebhook, send: Fetch) => Response | Promise<Response>
}

/** A parameter of a registered URL that tells webhooks of one URL apart. Neither client nor receiver sees it. */
const mark = 'known-webhook'
const marks = new RegExp(`[?&]${mark}=(\\d+)`, 'g')

/** Breaks what a service does for its webhooks. `all` are the ones that were registered so far. */
export function breakWebhooks(make: (all: readonly KnownWebhook[]) => WebhookHooks): Breakage {
  return () => {
    const all: KnownWebhook[] = []
    const known = new Map<number, KnownWebhook>()
    const { register = (body) => body, fetch, deliver } = make(all)
    let count = 0
    /** The way to the receivers, which is known before the first request comes. */
    let outgoing!: Fetch

    const registered = async (request: Request, send: Fetch): Promise<Response> => {
      const body = parseObject(await request.clone().text())
      const url = body?.url
      if (body === undefined || typeof url !== 'string' || !/^https:/i.test(url)) return send(request)
      const own = (count += 1)
      const marked = { ...register(body), url: withMark(url, own) }
      const response = await send(withText(request, JSON.stringify(marked)))
      const json = (await response.clone().json()) as Json
      if (response.status !== 201) return response
      const shown = shownOf(json, body)
      const number = all.length + 1
      const isTest = usesTestKey(request)
      const webhook = { ...shown, number, isTest, isDeleted: false } as unknown as KnownWebhook
      all.push(webhook)
      known.set(own, webhook)
      return withBody(response, shown)
    }

    const answered = async (request: Request, send: Fetch): Promise<Response> => {
      const asked = operationOf(request)
      if (asked === 'createWebhook') return registered(request, send)
      const response = await send(request.clone())
      if (!response.ok) return response
      if (asked === 'deleteWebhook') {
        const { id } = (await response.clone().json()) as Json
        for (const webhook of all) if (webhook.id === id) webhook.isDeleted = true
      }
      return asked === 'listWebhooks' ? withOwnFields(response, all) : response
    }

    return {
      fetch: (send) => {
        const answer: Fetch = (request) => answered(request, send)
        return fetch ? (request) => fetch(request, answer, (delivery) => outgoing(delivery)) : answer
      },
      deliver: (send) => {
        outgoing = send
        return async (request) => {
          const [, own] = [...request.url.matchAll(marks)].at(-1) ?? []
          const delivery = await sentTo(request, request.url.replace(marks, ''))
          const webhook = known.get(Number(own))
          return webhook && deliver ? deliver(delivery, webhook, send) : send(delivery)
        }
      },
    }
  }
}

function withMark(url: string, number: number): string {
  const [address = '', ...fragment] = url.split('#')
  const marked = `${address}${address.includes('?') ? '&' : '?'}${mark}=${number}`
  return [marked, ...fragment].join('#')
}

/** A webhook of the backend as its client sent it. */
function shownOf(json: Json, { url, events, description }: Json): Json {
  return { ...json, url, events, ...(description === undefined ? {} : { description }) }
}

async function withOwnFields(response: Response, all: readonly KnownWebhook[]): Promise<Response> {
  const page = (await response.clone().json()) as Json
  const data = (page.data as Json[]).map((item) => {
    const webhook = all.find(({ id }) => id === item.id)
    return webhook ? shownOf(item, webhook as unknown as Json) : item
  })
  return withBody(response, { ...page, data })
}

/** Whether a webhook is subscribed to the type of an event. */
export function isFor({ events }: Pick<KnownWebhook, 'events'>, { type }: Json): boolean {
  return events.includes('*') || events.includes(String(type))
}

/** A delivery that nobody has signed. */
export function deliveryOf(event: Json, url: string, headers: Record<string, string> = {}): Request {
  const all = { 'content-type': 'application/json', ...headers }
  return new Request(url, { method: 'POST', headers: all, body: JSON.stringify(event) })
}

/** A delivery that goes to another URL. */
export async function sentTo(delivery: Request, url: string): Promise<TextRequest> {
  return withText(delivery, await delivery.text(), url)
}

/** A delivery without what signs it. */
export function unsigned(delivery: Request): Promise<Request> {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  return alterRequest(delivery, { headers: (all) => headers.forEach((name) => all.delete(name)) })
}

/** A secret that no webhook has. */
export const foreign = { secret: 'whsec_YW5vdGhlci1zZWNyZXQtdGhhbi10aGUtcmlnaHQ=' }

/** A delivery whose body was changed before it was signed with `secret`. */
export async function signedAnew(
  delivery: Request,
  { secret }: Pick<KnownWebhook, 'secret'>,
  change: (event: Json) => unknown = (event) => event,
): Promise<Request> {
  const headers = new Headers(delivery.headers)
  const body = JSON.stringify(change((await delivery.clone().json()) as Json))
  const id = headers.get('webhook-id') ?? ''
  const timestamp = Number(headers.get('webhook-timestamp'))
  const signature = await sign({ body, id, timestamp }, { secret })
  for (const [name, value] of Object.entries(signature)) headers.set(name, value)
  return new TextRequest(delivery.url, { method: 'POST', headers, body })
}
