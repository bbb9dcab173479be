export { instrumentReceiver } from './otel/deliveries'
export type { InstrumentOptions } from './otel/options'
