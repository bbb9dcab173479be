import type { OperationId } from '../../generated/operations'
import { eventHandlers } from './events'
import { keyHandlers } from './keys'
import type { OperationHandler } from './operation'
import { webhookHandlers } from './webhooks'

/** The handler of each operation of the document. By this call, unlike by a spread, a bundler may leave them out of a page. */
export const operationHandlers: Record<OperationId, OperationHandler> = /* @__PURE__ */ Object.assign(
  {},
  eventHandlers,
  webhookHandlers,
  keyHandlers,
)
