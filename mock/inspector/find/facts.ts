import type { Row } from '../store/row'
import { statusWords, type Completion, type Facts } from './complete'

// So many of the newest rows are asked for values: more would take longer than a key stroke.
const asked = 2_000

/** The values that the rows have, the newest first. */
export function factsOf(rows: readonly Row[], sessions: readonly (string | null)[]): Facts {
  const types = new Map<string, Completion>()
  const webhooks = new Map<string, Completion>()
  const keys = new Map<string, Completion>()
  const ids = new Map<string, Completion>()
  for (let at = rows.length - 1; at >= Math.max(0, rows.length - asked); at--) {
    const row = rows[at] as Row
    if (row.kind === 'notice') continue
    if (row.kind === 'event') {
      put(types, row.type, 'event type')
      put(ids, row.id, row.type)
      for (const { webhookId, url } of row.attempts) put(webhooks, webhookId, url)
    }
    for (const { key } of row.kind === 'event' ? row.requests : [row.request]) {
      if (key) put(keys, key.name === '' ? key.id : key.name, key.id)
    }
  }
  return {
    type: [...types.values()],
    status: statusWords,
    webhook: [...webhooks.values()],
    key: [...keys.values()],
    id: [...ids.values()],
    session: sessions.flatMap((name) => (name === null ? [] : [{ text: name, hint: 'session' }])),
  }
}

function put(facts: Map<string, Completion>, text: string, hint: string): void {
  if (!facts.has(text)) facts.set(text, { text, hint })
}
