import { diag } from '@opentelemetry/api'

/**
 * Runs a piece of telemetry. A tracer, a meter, a propagator or a processor that throws must not touch the call or the delivery that it
 * was told of, so its error goes to the diagnostic log of OpenTelemetry.
 */
export function guard<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    diag.error('@event-delivery/sdk/otel failed.', error)
    return undefined
  }
}
