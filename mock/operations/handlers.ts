import type { OperationId } from '../../generated/operations'
import * as events from './events'
import * as keys from './keys'
import type { OperationHandler } from './operation'
import * as webhooks from './webhooks'

/** The handler of each operation of the document: every export of a resource's module is one, by the operation's id. */
export const operationHandlers: Record<OperationId, OperationHandler> = { ...events, ...webhooks, ...keys }
