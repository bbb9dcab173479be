/** @module @event-delivery/mock/msw */
export { handlers, type HandlersOptions } from './faces/browser/handlers'
export { createInbox, DeliveryEvent, type Inbox } from './faces/browser/inbox'
