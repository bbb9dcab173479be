import type { Sharing } from '../store/sharing'
import type { Faults, OwnFaults, Strike } from './registry'

/** The name of the setting that holds the faults. */
export const faultsSetting = 'faults'

/**
 * Lets the processes of a service draw from their faults one after the other, so that a fault strikes as often as it may
 * over all of them.
 */
export function drawTogether(faults: OwnFaults, sharing: Sharing): Faults {
  async function drawn<Kind extends string>(
    draw: () => Strike<Kind> | undefined,
  ): Promise<Strike<Kind> | undefined> {
    let strike: Strike<Kind> | undefined
    await sharing.change(faultsSetting, (text) => {
      if (text !== undefined) faults.join?.(text)
      strike = draw()
      return faults.write()
    })
    return strike
  }
  const areNone = () => faults.list().length === 0

  return {
    ...faults,
    strikeRequest: (operation) => (areNone() ? undefined : drawn(() => faults.strikeRequest(operation))),
    strikeDelivery: (webhookId) => (areNone() ? undefined : drawn(() => faults.strikeDelivery(webhookId))),
  }
}
