/** @module @event-delivery/mock/vite */
export { eventDelivery, type EventDeliveryPluginOptions } from './faces/vite/plugin'
