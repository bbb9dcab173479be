import type { Clock } from '../settings/clock'

/** The secrets that webhooks had before, for as long as they sign beside the new ones. */
export interface Rotations {
  /** Lets the secret that a webhook had so far sign for some more milliseconds. Returns until when. */
  keep(webhookId: string, secret: string, overlap: number): number
  /** The earlier secret of a webhook, `undefined` where none signs any more. */
  previous(webhookId: string): string | undefined
  drop(webhookId: string): void
  clear(): void
}

/** Makes an empty list of earlier secrets. It is kept in memory alone: a snapshot holds the new secrets only. */
export function createRotations(clock: Pick<Clock, 'now'>): Rotations {
  const kept = new Map<string, { secret: string; until: number }>()
  return {
    keep(webhookId, secret, overlap) {
      const until = clock.now() + overlap
      if (overlap > 0) kept.set(webhookId, { secret, until })
      else kept.delete(webhookId)
      return until
    },
    previous(webhookId) {
      const found = kept.get(webhookId)
      if (!found) return undefined
      if (clock.now() < found.until) return found.secret
      kept.delete(webhookId)
      return undefined
    },
    drop: (webhookId) => void kept.delete(webhookId),
    clear: () => kept.clear(),
  }
}
