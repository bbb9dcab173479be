/** @module @event-delivery/mock/node */
export type { Certificate } from '../src/core/certificate'
export { createCertificate } from './faces/node/certificate'
export { createDeliveryFetch, type DeliveryFetchOptions, type Lookup } from './faces/node/delivery-fetch'
export {
  createForwards,
  parseForward,
  type ActiveForward,
  type Forward,
  type Forwards,
} from './deliveries/forwards'
export type { GateOptions } from './faces/node/gate'
export { toNodeHandler, type NodeHandler } from './faces/node/handler'
export { createMetrics } from './faces/node/metrics'
export { PortTakenError } from './faces/node/listen'
export { serve, type RunningServer, type ServeOptions } from './faces/node/serve'
