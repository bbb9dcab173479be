import type { RequestEntry } from '../journal/entry'
import type { DeliveryEntry } from '../journal/delivery-entry'
import type { JournalEntry } from '../journal/journal'
import type { NoticeEntry } from '../journal/notice'
import type { Paint } from '../../src/core/commands/paint'
import { excerpt } from '../../src/core/visible'

/** An entry of the journal as one line for people: `12:03:04Z POST /v1/events 201 (3 ms)`. */
export function entryLine(entry: JournalEntry, session: string | null, paint: Paint): string {
  const where = session === null ? '' : paint('dim', ` [${excerpt(session, 64)}]`)
  return `${paint('dim', timeOf(entry.at))}${where} ${textOf(entry, paint)}`
}

function textOf(entry: JournalEntry, paint: Paint): string {
  if (entry.kind === 'request') return requestText(entry, paint)
  return entry.kind === 'delivery' ? deliveryText(entry, paint) : noticeText(entry, paint)
}

function requestText(entry: RequestEntry, paint: Paint): string {
  const { method, path, status, refusal, fault, duration, aborted } = entry
  const colour = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
  const param = refusal?.param === undefined ? '' : ` (${excerpt(refusal.param, 64)})`
  const parts = [
    `${requestOf(method, path)} ${paint(colour, `${status}`)}`,
    ...(refusal ? [`${excerpt(refusal.code, 64)}${param}: ${excerpt(refusal.message)}`] : []),
    ...(fault === undefined ? [] : [`[${excerpt(fault, 100)}]`]),
    ...(aborted ? ['[the client left]'] : []),
  ]
  return `${parts.join(' ')} ${paint('dim', `(${Math.round(duration)} ms)`)}`
}

/** Method and path, or that they could not be read. */
function requestOf(method: string, path: string): string {
  return method === '' ? 'unreadable request' : `${excerpt(method, 20)} ${excerpt(path)}`
}

function deliveryText(attempt: DeliveryEntry, paint: Paint): string {
  const { eventType, webhookId, url, forwardedTo, status, error, outcome, duration, fault } = attempt
  const colour = outcome === 'delivered' ? 'green' : outcome === 'failed' ? 'yellow' : 'red'
  const answer = paint(colour, status === undefined ? excerpt(error ?? 'no answer', 200) : `${status}`)
  const faultNote = fault === undefined ? '' : ` [${excerpt(fault, 100)}]`
  const to = `${excerpt(webhookId, 64)} at ${excerpt(forwardedTo ?? url)}`
  const what = `delivery of ${excerpt(eventType, 80)} to ${to}, attempt ${attempt.attempt}: ${answer}`
  return `${what}${nextOf(attempt)}${faultNote} ${paint('dim', `(${Math.round(duration)} ms)`)}`
}

/** When the next attempt follows, or that none does. */
function nextOf({ outcome, at, next }: DeliveryEntry): string {
  if (outcome === 'delivered') return ''
  if (next === undefined) return ', given up'
  const isSameDay = next.slice(0, 10) === at.slice(0, 10)
  return `, again at ${isSameDay ? '' : `${next.slice(0, 10)} `}${timeOf(next)}`
}

function noticeText({ code, message }: NoticeEntry, paint: Paint): string {
  return `${paint('yellow', excerpt(code, 64))}: ${excerpt(message)}`
}

/** The time of day of an ISO timestamp. It is that of the mock's clock, which may have been moved. */
function timeOf(timestamp: string): string {
  return `${timestamp.slice(11, 19)}Z`
}
