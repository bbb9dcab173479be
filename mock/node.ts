export { createCertificate, type Certificate } from './node/certificate'
export { createDeliveryFetch, type DeliveryFetchOptions } from './node/delivery-fetch'
export { PortTakenError, serve, type RunningServer, type ServeOptions } from './node/serve'
