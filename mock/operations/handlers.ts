import type { OperationId } from '../../generated/operations'
import { createEvent, listEvents, retrieveEvent } from './events'
import { createKey } from './keys'
import type { OperationHandler } from './operation'
import { createWebhook, deleteWebhook, listWebhooks } from './webhooks'

/** The handler of each operation of the document. */
export const operationHandlers: Record<OperationId, OperationHandler> = {
  listEvents,
  createEvent,
  retrieveEvent,
  listWebhooks,
  createWebhook,
  deleteWebhook,
  createKey,
}
