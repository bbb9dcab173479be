import { getEvent, listEvents } from './events'
import type { Command } from './invocation'
import { listen } from './listen'
import { outboxRelay } from './outbox/relay'
import { outboxDiscard, outboxMigrate, outboxParked, outboxRetry, outboxStatus } from './outbox/rows'
import { send } from './send'
import { tailEvents } from './tail'
import { verifyDelivery } from './verify'
import { addWebhook, listWebhooks, removeWebhook } from './webhooks'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  send,
  listEvents,
  tailEvents,
  getEvent,
  addWebhook,
  listWebhooks,
  removeWebhook,
  listen,
  verifyDelivery,
  outboxMigrate,
  outboxStatus,
  outboxRelay,
  outboxParked,
  outboxRetry,
  outboxDiscard,
]
