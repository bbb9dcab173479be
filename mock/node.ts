export { createCertificate, type Certificate } from './node/certificate'
export { createDeliveryFetch, type DeliveryFetchOptions, type Lookup } from './node/delivery-fetch'
export {
  createForwards,
  parseForward,
  type ActiveForward,
  type Forward,
  type Forwards,
} from './deliveries/forwards'
export { PortTakenError, serve, type RunningServer, type ServeOptions } from './node/serve'
