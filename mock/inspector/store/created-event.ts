import type { RequestEntry } from '../../journal/entry'

/** The id and the type of the event that a request created or, by its idempotency key, got back. */
export function createdEvent(request: RequestEntry): { id: string; type: string } | undefined {
  const { operation, event, answer } = request
  return operation === 'createEvent' && event !== undefined
    ? { id: event, type: typeIn(answer ?? '') }
    : undefined
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
