import type { FunctionComponent } from 'preact'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { RequestEntry } from '../../journal/entry'
import type { DeliveryOfRow, EventRow } from '../store/row'
import { CopyAttempt, CopyRequest } from './copy'
import { RedeliverEvent, Resend } from './resend'

// The acts that stand at each part of a detail, in their order.

export const requestActs: readonly FunctionComponent<{ request: RequestEntry }>[] = [CopyRequest]
export const eventActs: readonly FunctionComponent<{ row: EventRow }>[] = [RedeliverEvent]
export const deliveryActs: readonly FunctionComponent<{ delivery: DeliveryOfRow }>[] = [Resend]
export const attemptActs: readonly FunctionComponent<{ attempt: DeliveryEntry }>[] = [CopyAttempt]
