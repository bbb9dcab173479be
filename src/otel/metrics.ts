import { type Counter, type Histogram, type Meter, type MeterProvider, metrics } from '@opentelemetry/api'
import { type InstrumentOptions, meterOf } from './options'

/** The metrics of calls and deliveries. Durations are in seconds. */
export interface Instruments {
  attemptDuration: Histogram
  callDuration: Histogram
  retries: Counter
  deniedRetries: Counter
  paceWait: Histogram
  deliveryDuration: Histogram
}

// The boundaries that the semantic conventions advise for durations, in seconds.
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

function createInstruments(meter: Meter): Instruments {
  const duration = (name: string, description: string) =>
    meter.createHistogram(name, {
      description,
      unit: 's',
      advice: { explicitBucketBoundaries: boundaries },
    })
  const retries = (name: string, description: string) =>
    meter.createCounter(name, { description, unit: '{retry}' })
  return {
    attemptDuration: duration('http.client.request.duration', 'Duration of HTTP client requests.'),
    callDuration: duration(
      'event_delivery.client.call.duration',
      'Duration of calls, with their retries and waits.',
    ),
    retries: retries('event_delivery.client.retries', 'Attempts that were repeated.'),
    deniedRetries: retries(
      'event_delivery.client.denied_retries',
      'Retries that the retry budget of the client forbade.',
    ),
    paceWait: duration('event_delivery.client.pace.wait', 'Waits of calls for the pace of the client.'),
    deliveryDuration: duration('messaging.process.duration', 'Duration of the handling of deliveries.'),
  }
}

/**
 * The metrics of an instrumentation. The API has no global meter that waits for a provider, so the provider is looked up at each use, and
 * a program may register it after it has instrumented its client.
 */
export function createMetrics({ meterProvider }: InstrumentOptions): () => Instruments {
  let made: { by: MeterProvider; instruments: Instruments } | undefined
  return () => {
    const provider = meterProvider ?? metrics.getMeterProvider()
    if (made?.by !== provider) {
      made = { by: provider, instruments: createInstruments(meterOf(provider)) }
    }
    return made.instruments
  }
}
