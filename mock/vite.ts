export { eventDelivery, type EventDeliveryPluginOptions } from './faces/vite/plugin'
