import type { FunctionComponent } from 'preact'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { RequestEntry } from '../../journal/entry'
import type { DeliveryOfRow, EventRow } from '../store/row'
import { CopyCurl } from './copy-curl'

// The acts that stand at each part of a detail, in their order.

export const requestActs: readonly FunctionComponent<{ request: RequestEntry }>[] = [CopyCurl]
export const eventActs: readonly FunctionComponent<{ row: EventRow }>[] = []
export const deliveryActs: readonly FunctionComponent<{ delivery: DeliveryOfRow }>[] = []
export const attemptActs: readonly FunctionComponent<{ attempt: DeliveryEntry }>[] = []
