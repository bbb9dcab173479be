/** @module @event-delivery/sdk/otel */
export { instrumentReceiver } from './otel/deliveries'
export { type InstrumentableClient, instrument } from './otel/instrument'
export type { InstrumentOptions } from './otel/options'
export { type ObservableRows, observeRows, type ObserveRowsOptions, traceRows } from './otel/rows'
