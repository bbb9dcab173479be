/** An answered request to an operation of the interface, as metrics count it. */
export interface RequestMeasure {
  /** The id of the operation. Absent where the path is none of the interface's. */
  operation?: string
  status: number
  /** Seconds of real time until the answer. */
  seconds: number
}

/** A delivery attempt that has ended, as metrics count it. */
export interface DeliveryMeasure {
  /** `failed` is tried again, `abandoned` is not. */
  outcome: 'delivered' | 'failed' | 'abandoned'
  /** Seconds until the receiver's answer. */
  seconds: number
}

/** The state of the store, as metrics show it. Every process that shares the store sees the same. */
export interface StoreMeasure {
  /** Deliveries that are due and not claimed. */
  due: number
  /** Deliveries that a process has claimed. */
  claimed: number
  /** Deliveries that are due later. */
  later: number
  /** Seconds since the one that has been due for longest fell due. 0 where none is due. */
  age: number
  /** How many attempts are remembered. */
  attempts: number
  /** How many of the attempts were the last of a delivery that did not come through. */
  abandoned: number
  /** Seconds for which the oldest snapshot of the database has been open. Absent in a store without one, as is the next. */
  oldestSnapshot?: number
  /** Seconds for which events have been kept beyond their retention, or the newest partition of events has been due to be closed. */
  retentionOverdue?: number
}

/** How many endpoints took longer than a second to answer, and how many did not answer their last attempt. */
export type EndpointMeasure = Record<'slow' | 'silent', number>

/**
 * Counts what a backend does. `createMetrics` of `@event-delivery/mock/node` makes one for Prometheus.
 *
 * @example
 * const backend = createBackend({ metrics: await createMetrics() })
 * const text = await (await backend.fetch(new Request('http://localhost/__mock/metrics'))).text()
 */
export interface Metrics {
  /** Called once for each request, when it is answered. Those to the control API do not count. */
  request(measure: RequestMeasure): void
  /** Called once for each attempt, when it has ended. */
  delivery(measure: DeliveryMeasure): void
  /**
   * All that was counted, as a document for whoever collects it. Without `store`, the store could not be reached. `endpoints` is how many
   * are slow and how many are silent, as this process knows them.
   */
  write(
    store: StoreMeasure | undefined,
    endpoints: EndpointMeasure,
  ): Promise<{ contentType: string; text: string }>
}
