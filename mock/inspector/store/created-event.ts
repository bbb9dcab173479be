import type { RequestEntry } from '../../journal/entry'

/** The id and the type of the event that a request created or got back, where it did. */
export function createdEvent(request: RequestEntry): { id: string; type: string } | undefined {
  const { operation, status, answer } = request
  if (operation !== 'createEvent' || status >= 300 || answer === undefined) return undefined
  const [, id] = /"id"\s*:\s*"(evt_[\w-]+)"/.exec(answer) ?? []
  return id === undefined ? undefined : { id, type: typeIn(answer) }
}

/** The `type` at the top of an answer. The journal cuts long answers off, so they need not be whole. */
function typeIn(answer: string): string {
  const [, type] = /"type"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(answer) ?? []
  try {
    return type === undefined ? '' : (JSON.parse(type) as string)
  } catch {
    return ''
  }
}
