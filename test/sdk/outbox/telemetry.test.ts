import { createOutbox } from '@event-delivery/sdk/outbox'
import { instrument, observeRows, traceRows } from '@event-delivery/sdk/otel'
import { context, trace } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { recorder, registerContext } from '../otel-recorder'
import { autocommit, clientOf, makeSetUp } from './outbox-setup'

const setUp = makeSetUp()

test('the call that creates the event of a row is part of the trace in which the row was added', async () => {
  registerContext()
  const { tracerProvider, meterProvider, spans } = recorder()
  const { pool, relay, received, reaches } = await setUp()
  const outbox = createOutbox({ pool, tracing: traceRows() })
  const span = tracerProvider.getTracer('shop').startSpan('buy')
  const add = () => outbox.add(autocommit(pool), { type: 'a', data: {} })
  await context.with(trace.setSpan(context.active(), span), add)
  await add()
  relay(
    { of: outbox },
    instrument(
      clientOf(() => undefined, received),
      { tracerProvider, meterProvider },
    ),
  )
  await reaches({ sent: 2 })
  const calls = spans().filter(({ name }) => name === 'event_delivery createEvent')
  const { traceId, spanId } = span.spanContext()
  const ofRow = calls.filter((call) => call.spanContext().traceId === traceId)
  expect(ofRow).toMatchObject([{ parentSpanContext: { spanId } }])
  expect(calls).toHaveLength(2)
})

test('gauges tell how many rows wait for what, how old the oldest is, and how many are sent a second', async () => {
  const { meterProvider, metrics } = recorder()
  const { outbox, add, change } = await setUp()
  await add('a')
  await add('b')
  await change("created_at = now() - interval '1 hour'", "type = 'a'")
  await outbox.park(await add('c'))
  await add('d')
  await change('state = 3, settled_at = now()', "type = 'd'")
  const stop = observeRows(outbox, { meterProvider, name: 'orders' })
  const read = async () => {
    const { 'event_delivery.rows': rows, ...others } = await metrics()
    const ofAll = (name: string) => others[`event_delivery.rows.${name}`]?.points[0]?.value
    const states = rows?.points.map(({ attributes, value }) => [attributes['event_delivery.state'], value])
    return {
      states: Object.fromEntries(states ?? []) as object,
      oldest: ofAll('oldest'),
      rate: ofAll('rate'),
    }
  }
  const { states, oldest, rate } = await read()
  expect(states).toEqual({ waiting: 2, failing: 0, parked: 1, held: 0, under_way: 0 })
  expect(oldest).toBeGreaterThan(3500)
  expect(rate).toBe(0.02)
  stop()
})
