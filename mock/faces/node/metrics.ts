import type { Metrics } from '../../settings/metrics'
import { PlainHistogram } from './plain-histogram'

// From a request that memory answers to one that waits for a busy database, and up to the limit of a delivery attempt.
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/**
 * Makes metrics in the text format of Prometheus, for `GET /__mock/metrics`. Each call makes a registry of its own, so
 * that two backends of one process do not count for each other.
 *
 * @example
 * const backend = createBackend({ metrics: await createMetrics() })
 */
export async function createMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Registry } = (await import('prom-client')).default
  const registry = new Registry()
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const histogram = (name: string, help: string, label: string) => {
    const made = new PlainHistogram(name, help, label, buckets)
    registry.registerMetric(made.metric)
    return made
  }
  const requests = new Counter({
    name: 'event_delivery_requests_total',
    help: 'Answered requests by operation and status. The operation none is any other path.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const latency = histogram(
    'event_delivery_request_duration_seconds',
    'Time until the answer to a request, by operation.',
    'operation',
  )
  const deliveries = new Counter({
    name: 'event_delivery_delivery_attempts_total',
    help: 'Ended delivery attempts by outcome: delivered, failed (tried again) or abandoned.',
    labelNames: ['outcome'],
    registers,
  })
  const deliveryLatency = histogram(
    'event_delivery_delivery_duration_seconds',
    'Time from the beginning of a delivery attempt to its end, by outcome.',
    'outcome',
  )
  const queue = gauge(
    'event_delivery_queue_deliveries',
    'Pending deliveries of the whole store by state: due, claimed (under way) or later.',
    'state',
  )
  const age = gauge(
    'event_delivery_queue_oldest_due_seconds',
    'Time since the delivery fell due that has been due for longest, 0 where none is due.',
  )
  const ofEndpoints = gauge(
    'event_delivery_endpoints',
    'Endpoints by state, as this process knows them: slow (no answer for a second) or silent (no answer to the last attempt).',
    'state',
  )
  const snapshot = gauge(
    'event_delivery_store_oldest_snapshot_seconds',
    'Time for which the oldest snapshot of the database has been open. Claims become dearer with it.',
  )
  const overdue = gauge(
    'event_delivery_retention_overdue_seconds',
    'Time for which events have been kept beyond their retention.',
  )
  const remembered = gauge(
    'event_delivery_remembered_attempts',
    'Attempts that the store remembers by outcome: all, or abandoned (the last one of a delivery that did not come through).',
    'outcome',
  )
  const up = gauge(
    'event_delivery_store_up',
    'Whether the store can be reached: 1 or 0. The gauges of the queue are absent where it cannot.',
  )

  // Counted plainly and handed on when somebody asks: a registry costs microseconds at each request.
  const answered = new Map<string, Map<number, number>>()
  const attempted = new Map<string, number>()

  return {
    request({ operation = 'none', status, seconds }) {
      let byStatus = answered.get(operation)
      if (!byStatus) answered.set(operation, (byStatus = new Map<number, number>()))
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      latency.observe(operation, seconds)
    },
    delivery({ outcome, seconds }) {
      attempted.set(outcome, (attempted.get(outcome) ?? 0) + 1)
      deliveryLatency.observe(outcome, seconds)
    },
    async write(store, endpoints) {
      for (const state of ['slow', 'silent'] as const) ofEndpoints.set({ state }, endpoints[state])
      requests.reset()
      for (const [operation, byStatus] of answered)
        for (const [status, count] of byStatus) requests.inc({ operation, status }, count)
      deliveries.reset()
      for (const [outcome, count] of attempted) deliveries.inc({ outcome }, count)
      up.set(store ? 1 : 0)
      queue.reset()
      remembered.reset()
      for (const gauge of [age, snapshot, overdue]) gauge.remove()
      if (store) {
        for (const state of ['due', 'claimed', 'later'] as const) queue.set({ state }, store[state])
        age.set(store.age)
        remembered.set({ outcome: 'all' }, store.attempts)
        remembered.set({ outcome: 'abandoned' }, store.abandoned)
        if (store.oldestSnapshot !== undefined) snapshot.set(store.oldestSnapshot)
        if (store.retentionOverdue !== undefined) overdue.set(store.retentionOverdue)
      }
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
