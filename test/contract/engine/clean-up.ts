import type { Session } from './session'

const patience = 20_000

/** Deletes what the run created. Returns the ids of what is left. */
export async function cleanUp(session: Session): Promise<string[]> {
  const signal = AbortSignal.timeout(patience)
  const left: string[] = []
  for (const { id, key } of session.ledger.open()) {
    const path = `/v1/webhooks/${encodeURIComponent(id)}`
    try {
      const { status } = await session.client.send({ method: 'DELETE', path, key }, signal, () => undefined)
      if ((status >= 200 && status < 300) || status === 404) session.ledger.remove(id)
      else left.push(id)
    } catch {
      left.push(id)
    }
  }
  return left
}
