import type { Backend } from '../../backend'

/**
 * The part of a backend that the Node face needs. Without `record` nothing is said of requests that the face refuses by
 * itself. Without `expose` it can be served on loopback alone. Without `maxMemory` the buffers of the face have their
 * usual bounds.
 */
export type ServedBackend = Pick<Backend, 'answer'> &
  Partial<Pick<Backend, 'record' | 'expose' | 'exposed' | 'maxMemory'>>
