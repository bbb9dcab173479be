import type { CompleteDialect } from '../../generated/dialect'
import type { OperationId } from '../../generated/operations'

/** A status of an operation that succeeds. */
export interface Success {
  status: number
  /** In place of the document's. */
  description?: string
  /** Whether the answer is the one to a repetition alone. Its examples then have names of their own: no single request leads to it. */
  isRepetition?: boolean
  /** The header that marks a replay, and whether every answer of this status has it. */
  mark?: { name: string; value: string; isAlways: boolean }
}

/** OQ-02, OQ-03: the statuses that a dialect decides. Other operations have the status that the document shows. */
const decided: Partial<Record<OperationId, (dialect: CompleteDialect) => Success[]>> = {
  createEvent({ createEventStatus, replayEventStatus, replayHeader }) {
    const mark = (isAlways: boolean) => (replayHeader ? { ...replayHeader, isAlways } : undefined)
    if (createEventStatus === replayEventStatus) return [{ status: createEventStatus, mark: mark(false) }]
    const description = 'The original event, because the idempotency key was seen before.'
    return [
      { status: createEventStatus, description: 'The event.' },
      { status: replayEventStatus, description, isRepetition: true, mark: mark(true) },
    ]
  },
  deleteWebhook: ({ deleteWebhookStatus }) => [{ status: deleteWebhookStatus }],
}

/** The statuses with which an operation succeeds. `shown` is the one of the document, where that has one. */
export function successStatuses(id: OperationId, shown: string, dialect: CompleteDialect): Success[] {
  return decided[id]?.(dialect) ?? [{ status: Number(shown) }]
}
