import type { Event } from '../catalog/event'
import { ServerError } from '../errors/api-errors'
import { given } from '../errors/printable'
import { AbortError, ConnectionError, type RequestError } from '../errors/request-errors'
import { runWithin, tighter } from './bounds'
import { type Called, answerFailure, conflictFailure, connectionFailure } from './failure'
import type { Hooks } from './hooks'
import { fromJson } from './json'
import type { Outgoing, Plan } from './plan'
import type { Fetch, FetchAnswer, FetchInit, Transport } from './transport'

/** A request that was sent once, the answer to it, and what that is: data, or a failure. */
export interface Exchange<T> {
  /** Whether a request was made. Without a key there is none. */
  wasSent: boolean
  /** The answer, from the moment its headers arrived. */
  response?: Response
  /** The body of the answer, if it came as a whole. Empty for an error whose body was lost. */
  text?: string
  data?: T
  /** Whether the service marked the answer as that to an earlier request with the same key. */
  replayed?: boolean
  failure?: RequestError
}

/** Whether the event that came equals the one that was sent letter by letter. The payload is the last field of the body. */
function isAsSent({ type, data }: Event, sentBody: string): boolean {
  try {
    const [start, end] = [`{"type":${JSON.stringify(type)},`, `,"data":${JSON.stringify(data)}}`]
    return sentBody.startsWith(start) && sentBody.endsWith(end)
  } catch {
    // The comparison overflowed the stack: what came is nested deeper than anything that can have been sent.
    return false
  }
}

/** Judges a whole answer: a success that can be read is data, anything else is a failure. */
export async function judge<T>(
  transport: Transport,
  plan: Plan<T>,
  outgoing: Called & { body?: string | undefined },
  response: Response,
  text: string,
): Promise<Pick<Exchange<T>, 'data' | 'replayed' | 'failure'>> {
  const data = response.ok ? plan.parse(text) : undefined
  if (data === undefined) return { failure: answerFailure(transport, plan, outgoing, response, text) }
  const { replayHeader: mark } = plan
  const replayed = !!mark && response.headers.get(mark.name) === mark.value
  const { body } = outgoing
  if (plan.isCallersKey && body && !isAsSent(data as Event, body)) {
    // Loaded on demand: most services return what was sent.
    const { contradictionOf } = await import('./contradiction')
    const found = contradictionOf(data as Event, fromJson(body))
    if (found) return { failure: conflictFailure(transport, plan, outgoing, response, data as Event, found) }
  }
  return { data, replayed }
}

/**
 * Sends a request once, reads the whole answer and judges it. Never throws.
 *
 * @param remaining Milliseconds until the deadline of the call.
 */
export async function exchangeOnce<T>(
  transport: Transport,
  plan: Plan<T>,
  outgoing: Outgoing,
  remaining: number,
): Promise<Exchange<T>> {
  const { clock } = transport
  const { url, method, body, signal } = outgoing
  const exchange: Exchange<T> = { wasSent: false }
  const bounds = { clock, signal, ...tighter(plan.limits, remaining) }
  const send = async (stop: AbortSignal) => {
    const { apiKey, hooks } = transport
    const authorization = 'Bearer ' + (typeof apiKey === 'string' ? apiKey : await apiKey())
    const fetch: Fetch = transport.fetch ?? globalThis.fetch
    const init: FetchInit = {
      ...transport.fetchOptions,
      method,
      // A copy: a hook may have kept the headers that it was given, and must not get to see the key.
      headers: { ...Object.fromEntries(outgoing.headers), authorization },
      body,
      signal: stop,
      redirect: 'manual',
    }
    const request = () => {
      // The attempt may have ended in the function `apiKey` or in the hook. Then nothing is sent, and nobody waits for an answer.
      if (stop.aborted || signal?.aborted) return undefined
      exchange.wasSent = true
      return fetch(url, init)
    }
    const answer = await (hooks?.send ? sendByHook(hooks, outgoing.headers, request) : request())
    if (!exchange.wasSent) return ''
    if (typeof (Object(answer) as Partial<FetchAnswer>).headers?.get !== 'function')
      throw new ConnectionError(`the answer of fetch is ${given(answer)}, and no response. Correct it`)
    // Only those parts of a `Response` are used that the answers of every kind of `fetch` have.
    const response = answer as Response
    exchange.response = response
    return readText(response, transport.maxResponseBytes)
  }
  try {
    exchange.text = await runWithin(bounds, send)
    const judged = await judge(transport, plan, outgoing, exchange.response as Response, exchange.text)
    return Object.assign(exchange, judged)
  } catch (error) {
    const { response, wasSent } = exchange
    // The status of an error is certain, and worth more than its body that was lost.
    const isAnsweredError = response && !response.ok && !(error instanceof AbortError)
    if (isAnsweredError) exchange.text = ''
    const failure = isAnsweredError
      ? answerFailure(transport, plan, outgoing, response, '')
      : connectionFailure(transport, plan, outgoing, error, wasSent)
    return { ...exchange, failure }
  }
}

/** Lets a hook send the request in its own asynchronous context. It is sent once, whatever the hook does. */
function sendByHook<T>(hooks: Hooks, headers: Headers, send: () => Promise<T> | T): Promise<T> {
  let sent: Promise<T> | undefined
  const sendOnce = () => (sent ??= (async () => send())())
  const hook = async () => hooks.send?.({ headers, send: () => void sendOnce() })
  // Not waited for. Its failure is its own affair: the request is sent all the same.
  hook().catch(() => {})
  return sendOnce()
}

/** The next part of a body. */
type Part = Promise<{ done?: boolean; value?: Uint8Array }>

/** A body: a web stream, not all of which can be iterated, or whatever node-fetch has, which can. */
interface Body {
  getReader?(): { read(): Part; cancel(): Promise<void> }
  [Symbol.asyncIterator]?(): { next(): Part; return?(): Promise<unknown> }
}

/** The part of an answer that is needed to read it as text. */
interface Readable {
  readonly status: number
  readonly body?: unknown
  text(): Promise<string>
}

/**
 * Reads the body of an answer as text, in UTF-8. A body that is longer than `maxBytes`, once decompressed, is left there.
 *
 * @throws ServerError for a body that is longer.
 */
async function readText(answer: Readable, maxBytes: number): Promise<string> {
  const body = answer.body as Body | null | undefined
  const reader = body?.getReader?.()
  const parts = reader
    ? { next: () => reader.read(), return: () => reader.cancel() }
    : body?.[Symbol.asyncIterator]?.()
  // Neither an empty body nor one of React Native is a stream.
  if (!parts) return answer.text()

  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await parts.next()
    if (done || !value) return text + decoder.decode()
    size += value.length
    if (size > maxBytes) break
    text += decoder.decode(value, { stream: true })
  }
  // Not awaited, and its failure does not matter: nothing more is read.
  const close = async () => parts.return?.()
  close().catch(() => {})
  throw new ServerError(`it is longer than ${maxBytes} bytes. Raise maxResponseBytes if that is right`, {
    status: answer.status,
  })
}
