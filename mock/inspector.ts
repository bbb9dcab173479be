/** @module @event-delivery/mock/inspector */
export { mountInspector, type MountOptions } from './inspector/mount'
