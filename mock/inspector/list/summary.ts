import { faultInWords } from '../text/fault-words'
import { type Tone, toneOfOutcome, toneOfStatus } from '../ui/text'
import {
  deliveriesOf,
  type DeliveryOfRow,
  type EventRow,
  type EventState,
  isSelected,
  lostRequests,
  type Row,
  stateOf,
} from '../store/row'

/** The words of a row. All of them may come from outside. */
export interface Summary {
  tone: Tone
  mark: string
  title: string
  note: string
  /** The tone of each delivery's state. */
  deliveries: readonly Tone[]
}

const tones: Record<EventState, Tone> = {
  delivered: 'good',
  retrying: 'odd',
  abandoned: 'bad',
  quiet: 'calm',
  stored: 'calm',
}

export function summaryOf(row: Row): Summary {
  if (row.kind === 'event') return summaryOfEvent(row)
  if (row.kind === 'notice') {
    const { message, code } = row.notice
    const isLoss = isSelected(row, 'events')
    return {
      ...{ tone: isLoss ? 'odd' : 'calm', mark: isLoss ? 'event lost' : 'note', title: message },
      ...{ note: code, deliveries: [] },
    }
  }
  const { method, path, status, refusal, operation, fault } = row.request
  const note = [refusal?.message ?? operation, fault && faultInWords(fault)].filter(Boolean).join(' · ')
  return {
    tone: toneOfStatus(status),
    mark: String(status),
    title: `${method} ${path}`,
    note,
    deliveries: [],
  }
}

function summaryOfEvent(row: EventRow): Summary {
  const state = stateOf(row)
  const isReused = lostRequests(row) !== undefined
  const deliveries = deliveriesOf(row)
  return {
    tone: isReused ? 'odd' : tones[state],
    mark: isReused ? 'key reused' : state === 'quiet' ? 'no attempt' : state,
    title: row.type,
    note: noteOf(row, deliveries),
    deliveries: deliveries.map(({ last }) => toneOfOutcome[last.outcome]),
  }
}

function noteOf(row: EventRow, deliveries: readonly DeliveryOfRow[]): string {
  const made = row.attempts.length
  const target = deliveries.length === 1 ? hostOf(deliveries[0]?.url ?? '') : `${deliveries.length} webhooks`
  return [
    row.mode === 'test' && 'test',
    deliveries.length > 0 && target,
    made > deliveries.length && `${made} attempts`,
    row.id,
  ]
    .filter(Boolean)
    .join(' · ')
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? url
}
