export { createCertificate, type Certificate } from './faces/node/certificate'
export { createDeliveryFetch, type DeliveryFetchOptions, type Lookup } from './faces/node/delivery-fetch'
export {
  createForwards,
  parseForward,
  type ActiveForward,
  type Forward,
  type Forwards,
} from './deliveries/forwards'
export { toNodeHandler, type NodeHandler } from './faces/node/handler'
export { PortTakenError, serve, type RunningServer, type ServeOptions } from './faces/node/serve'
