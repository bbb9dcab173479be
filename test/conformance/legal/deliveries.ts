import { deflateSync, gzipSync } from 'node:zlib'
import { besides, schemes, signatureField } from './signatures'
import { brotli } from './brotli'
import { contentTypeOf, envelopes, type Content } from './envelopes'
import { identifierMaker } from './identifiers'
import { writeJson } from './json'
import type { Account, Fields, StoredEvent, StoredWebhook } from './account'
import type { Choices } from './dimensions'
import type { Clock } from './clock'

/** Sends a request to a receiver and resolves to the status of its answer. */
export type Deliver = (request: Request) => Promise<number>

const second = 1_000
const minute = 60 * second

/** When a delivery that failed is tried again, in milliseconds after the failure. */
const schedules: Record<Choices['retries'], readonly number[]> = {
  none: [],
  fast: [second, 5 * second, 30 * second],
  slow: [5 * minute, 30 * minute, 120 * minute],
}

/** Failed deliveries after which a webhook gets no more. */
const mostFailures: Record<Choices['failing'], number> = {
  keeps: Infinity,
  'disabled-after-3': 3,
  'disabled-after-1': 1,
}

const encoders: Record<Choices['deliveryEncoding'], (body: Buffer) => Buffer> = {
  identity: (body) => body,
  gzip: (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: brotli,
  'gzip-unnamed': (body) => gzipSync(body),
}

/** Milliseconds after which a service that delivers twice does so. */
const again = 40

/** The deliveries of a service. */
export class Deliveries {
  readonly #newId: (prefix: string) => string
  #made = 0
  #attempts = 0

  constructor(
    private readonly choices: Choices,
    private readonly clock: Clock,
    private readonly send: Deliver,
    private readonly parts: {
      show: (event: StoredEvent) => Fields
      write: (time: number) => string
      skew: number
    },
  ) {
    this.#newId = identifierMaker(choices.ids, clock.now)
  }

  /** Has an event delivered to its subscribers. */
  begin({ webhooks }: Account, event: StoredEvent): void {
    for (const webhook of webhooks.values()) {
      if (webhook.isOthers || webhook.isDisabled) continue
      if (!webhook.events.some((wanted) => means(wanted, event.type, this.choices))) continue
      this.#made += 1
      const isTwice = this.choices.duplicates === 'sometimes' && this.#made % 5 === 0
      const id = this.#newId('dlv_')
      const attempt = () => this.#attempt(webhooks, webhook, event, id, 0)
      this.clock.after(this.choices.deliveryLate, attempt)
      if (isTwice) this.clock.after(this.choices.deliveryLate + again, attempt)
    }
  }

  /** Says something to a new webhook that is no event, where the service does so. */
  greet(webhook: StoredWebhook): void {
    const { greeting } = this.choices
    if (greeting === 'none') return
    const id = this.#newId('dlv_')
    this.clock.after(0, () => {
      const content: Content = { json: { type: `webhook.${greeting}`, webhook: webhook.id, id } }
      const ping = this.#request(webhook, content, id)
      const challenge = new URL(webhook.url)
      challenge.searchParams.append('challenge', id)
      return this.send(greeting === 'ping' ? ping : new Request(challenge)).catch(() => 0)
    })
  }

  async #attempt(
    webhooks: ReadonlyMap<string, StoredWebhook>,
    webhook: StoredWebhook,
    event: StoredEvent,
    id: string,
    failures: number,
  ): Promise<void> {
    if (!webhooks.has(webhook.id) || webhook.isDisabled) return
    const at = this.parts.write(this.clock.now())
    const content = envelopes[this.choices.envelope]({ event: this.parts.show(event), id, at })
    const answer = await this.send(this.#request(webhook, content, id)).catch(() => 0)
    this.#attempts += 1
    const isTooLate = this.choices.receiverAnswers === 'some-too-late' && this.#attempts % 4 === 0
    const status = isTooLate ? 0 : answer
    if (status >= 200 && status < 300) return
    webhook.failures += 1
    webhook.isDisabled = webhook.failures >= mostFailures[this.choices.failing]
    const delay = schedules[this.choices.retries][failures]
    if (delay === undefined) return
    this.clock.after(delay, () => this.#attempt(webhooks, webhook, event, id, failures + 1), false)
  }

  #request({ url, secret }: StoredWebhook, content: Content, id: string): Request {
    const { signature, signedBytes, deliveryEncoding, besideSignature } = this.choices
    const { json, text = '' } = signature === 'in-body' ? signInBody(content, secret) : content
    const decoded = Buffer.from(json === undefined ? text : writeJson(json, this.choices.json))
    const isEncoded = deliveryEncoding !== 'identity' && decoded.length > 0
    const body = isEncoded ? encoders[deliveryEncoding](decoded) : decoded
    const at = Math.floor((this.clock.now() + this.parts.skew) / second)
    const isNamed = isEncoded && deliveryEncoding !== 'gzip-unnamed'
    const target = withQuery(url, content.query)
    const signed = { body: signedBytes === 'sent' ? body : decoded, url: target, id, at, secret }
    const type = contentTypeOf(content, this.choices)
    const headers = {
      'User-Agent': 'Legal-Events/1.0',
      ...(type === undefined ? {} : { 'Content-Type': type }),
      ...(isNamed ? { 'Content-Encoding': deliveryEncoding } : {}),
      ...besides(besideSignature, signed),
      ...content.headers,
      ...(signature === 'in-body' ? {} : schemes[signature](signed)),
    }
    const sent = body.length > 0 ? new Uint8Array(body) : null
    return new Request(target, { method: 'POST', headers, body: sent })
  }
}

/** Whether a subscription means a type. */
function means(wanted: string, type: string, { typePatterns }: Choices): boolean {
  if (wanted === '*' || wanted === type) return true
  if (!wanted.endsWith('.*') || !type.startsWith(wanted.slice(0, -1))) return false
  return (
    typePatterns === 'prefix' || (typePatterns === 'segment' && !type.slice(wanted.length - 1).includes('.'))
  )
}

/** A URL with parameters behind those that it has. Theirs are left as they were written. */
function withQuery(url: string, query: Record<string, string> = {}): string {
  const more = new URLSearchParams(query).toString()
  if (more === '') return url
  return `${url}${url.includes('?') ? '&' : '?'}${more}`
}

/** The content with a field that signs its other fields. */
function signInBody(content: Content, secret: string): Content {
  const { json } = content
  if (typeof json !== 'object' || json === null) return content
  return { ...content, json: { ...json, signature: signatureField(json, secret) } }
}
