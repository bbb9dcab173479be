import { trace, SpanKind } from '@opentelemetry/api'
import { EventDelivery } from '@event-delivery/sdk'
import { instrument, instrumentReceiver } from '@event-delivery/sdk/otel'
import { createReceiver } from '@event-delivery/sdk/webhooks'
import { createBackend } from '@event-delivery/mock'
import { expect, onTestFinished, test } from 'vitest'
import { serveFetch, serveListener } from '../support/node-server'
import { recorder, registerContext } from './otel-recorder'

/**
 * A service that hands the trace of a request on to the deliveries of the event that the request created. Its first answer to a creation
 * is lost after the event was stored.
 */
async function startService(receiverUrl: () => string) {
  const traces = new Map<unknown, string>()
  const orderIn = (body: string) => (JSON.parse(body) as { data?: { order?: number } }).data?.order
  const backend = createBackend({
    fetch: (_, init) => {
      const headers = new Headers(init?.headers)
      headers.set('traceparent', traces.get(orderIn(init?.body as string)) ?? '')
      return fetch(receiverUrl(), { ...init, headers })
    },
  })
  onTestFinished(() => backend.close())
  let losses = 1
  const service = await serveFetch(
    async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'POST' || pathname !== '/v1/events') return backend.fetch(request)
      const order = orderIn(await request.clone().text())
      if (!traces.has(order)) traces.set(order, request.headers.get('traceparent') ?? '')
      const answer = await backend.fetch(request)
      return losses-- > 0 ? new Response(null, { status: 503 }) : answer
    },
    { until: onTestFinished },
  )
  return service.baseUrl
}

test('the span of a delivery is linked to the attempt that created the event, over sockets', async () => {
  registerContext()
  const record = recorder()
  let receiverUrl = ''
  const baseUrl = await startService(() => receiverUrl)
  const client = instrument(new EventDelivery({ apiKey: 'sk_live_mock', baseUrl }), record)
  const { secret } = await client.webhooks.create({ url: 'https://shop.example/hooks', events: ['*'] })
  const tracer = record.tracerProvider.getTracer('shop')
  const handled: (string | undefined)[] = []
  const options = {
    secret,
    on: { 'order.paid': () => void handled.push(trace.getActiveSpan()?.spanContext().traceId) },
    otherwise: () => {},
  }
  const receive = createReceiver(instrumentReceiver(options, record))
  const receiver = await serveListener((request, answer) => void receive.node(request, answer), {
    until: onTestFinished,
  })
  receiverUrl = receiver.baseUrl

  await tracer.startActiveSpan('checkout', async (checkout) => {
    await client.events.create({ type: 'order.paid', data: { order: 1042 } })
    checkout.end()
  })
  await expect.poll(() => record.spans().filter(({ kind }) => kind === SpanKind.CONSUMER)).toHaveLength(1)

  const spans = record.spans()
  const named = (name: string) => spans.filter((span) => span.name === name)
  const [checkout] = named('checkout')
  const [call] = named('event_delivery createEvent')
  const [lost, answered] = named('POST /v1/events')
  const [delivery] = named('process order.paid')
  expect(call?.parentSpanContext?.spanId).toBe(checkout?.spanContext().spanId)
  expect(lost?.attributes).toMatchObject({ 'http.response.status_code': 503 })
  expect(answered?.attributes).toMatchObject({ 'http.request.resend_count': 1 })
  expect([lost, answered].map((span) => span?.parentSpanContext?.spanId)).toEqual(
    Array(2).fill(call?.spanContext().spanId),
  )
  const { traceId, spanId } = lost?.spanContext() ?? {}
  expect(delivery?.links.map((link) => link.context)).toMatchObject([{ traceId, spanId, isRemote: true }])
  expect(delivery?.spanContext().traceId).not.toBe(traceId)
  expect(handled).toEqual([delivery?.spanContext().traceId])
})
