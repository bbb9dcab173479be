import { CouldNotRun } from './outcome'
import { Context } from './context'
import type { Check } from './check'
import type { Session } from './session'

const preflight: Check = {
  id: 'preflight',
  title: 'the deployment answers',
  rules: [],
  level: 'observe',
  mode: 'read-only',
  needs: [],
  run: async () => undefined,
}

/** Finds out whether the deployment answers at all and which keys it refuses. Returns why no run can be made. */
export async function reach(session: Session, signal: AbortSignal): Promise<string | undefined> {
  const context = new Context(session, preflight, signal)
  const full = session.keys.filter(({ kind }) => kind === 'live' || kind === 'test')
  try {
    const sent = { method: 'GET', path: '/v1/events?limit=1' }
    if (full.length === 0) await session.client.send(sent, signal, () => undefined)
    for (const key of full) {
      const { status } = await session.client.send({ ...sent, key }, signal, (one) =>
        context.evidence.push(one),
      )
      if (status === 401 || status === 403) session.refused.add(key)
    }
    return undefined
  } catch (error) {
    if (error instanceof CouldNotRun) return `${session.target.baseUrl} cannot be judged. ${error.message}`
    throw error
  }
}
