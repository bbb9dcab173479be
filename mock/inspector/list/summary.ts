import { toneOfStatus, type Tone } from '../ui/chip'
import { deliveriesOf, stateOf, type EventState, type Row } from '../store/row'

/** The words of a row. All of them may come from outside. */
export interface Summary {
  tone: Tone
  mark: string
  title: string
  note: string
}

const tones: Record<EventState, Tone> = { delivered: 'good', failed: 'odd', abandoned: 'bad', quiet: 'calm' }

export function summaryOf(row: Row): Summary {
  if (row.kind === 'notice')
    return { tone: 'calm', mark: 'note', title: row.notice.message, note: row.notice.code }
  if (row.kind === 'request') {
    const { method, path, status, refusal, operation, fault } = row.request
    const note = [refusal?.message ?? operation, fault && `fault ${fault}`].filter(Boolean).join(' · ')
    return { tone: toneOfStatus(status), mark: String(status), title: `${method} ${path}`, note }
  }
  const state = stateOf(row)
  return { tone: tones[state], mark: state, title: row.type, note: noteOf(row) }
}

function noteOf(row: Extract<Row, { kind: 'event' }>): string {
  const deliveries = deliveriesOf(row)
  if (deliveries.length === 0) return row.id
  const [first] = deliveries
  const made = row.attempts.length
  const target = deliveries.length === 1 ? hostOf(first?.url ?? '') : `${deliveries.length} webhooks`
  return [target, made > deliveries.length && `${made} attempts`, row.id].filter(Boolean).join(' · ')
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1] ?? url
}
